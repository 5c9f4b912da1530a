import { escapeHtml } from '../../lib/escape-html.ts';
import type { MailContent } from './port.ts';

/** The plain-text content of a mail, from which its text and HTML forms are made. */
export interface Letter {
  subject: string;
  greeting: string;
  paragraphs: readonly string[];
  action?: { label: string; link: string };
  footnotes: readonly string[];
}

/**
 * Makes a mail's text and HTML from one letter. Line breaks in names become spaces, which prevents header
 * injection.
 */
export function compose(letter: Letter): MailContent {
  return { subject: oneLine(letter.subject), text: toText(letter), html: toHtml(letter) };
}

function toText({ greeting, paragraphs, action, footnotes }: Letter): string {
  const asked = action ? [`${action.label}:`, action.link] : [];
  const closing = footnotes.length > 0 ? [footnotes.map(oneLine).join('\n')] : [];
  const blocks = [...[greeting, ...paragraphs].map(oneLine), ...asked, ...closing, '-- \nPaydown'];
  return `${blocks.join('\n\n')}\n`;
}

const font = "font-family:-apple-system,'Segoe UI',Helvetica,Arial,sans-serif";
const body = `${font};font-size:16px;line-height:24px;color:#1f2328`;
const small = `${font};font-size:13px;line-height:20px;color:#59636e`;

/** Mail clients support tables and inline styles, and few other features. */
function toHtml(letter: Letter): string {
  const { subject, greeting, paragraphs, action, footnotes } = letter;
  const rows = [
    row(`${font};font-size:20px;line-height:28px;font-weight:600;color:#0b6a82`, 'Paydown'),
    ...[greeting, ...paragraphs].map((paragraph) => row(body, escapeHtml(oneLine(paragraph)))),
    ...(action ? [buttonRow(action), row(small, linkFallback(action.link))] : []),
    ...footnotes.map((footnote) => row(small, escapeHtml(oneLine(footnote)))),
  ];
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(oneLine(subject))}</title>
</head>
<body style="margin:0;padding:0;background-color:#f6f8fa">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f6f8fa">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background-color:#ffffff;border:1px solid #d1d9e0;border-radius:6px">
<tr><td style="padding:24px 32px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
${rows.join('\n')}
</table>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function row(style: string, content: string): string {
  return `<tr><td style="padding:8px 0;${style}">${content}</td></tr>`;
}

/** Returns a coloured cell instead of a styled link, because Outlook ignores the padding of links. */
function buttonRow({ label, link }: { label: string; link: string }): string {
  const anchor = `<a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 24px;${font};font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a>`;
  return `<tr><td style="padding:16px 0"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="#0b6a82" style="background-color:#0b6a82;border-radius:6px">${anchor}</td></tr></table></td></tr>`;
}

function linkFallback(link: string): string {
  const escaped = escapeHtml(link);
  return `Or copy this address into your browser:<br><a href="${escaped}" style="color:#0b6a82;word-break:break-all">${escaped}</a>`;
}

const LONGEST_NAME = 100;
/** Mails to addresses that have no account carry less, since an account costs nothing. */
const LONGEST_TO_STRANGERS = 60;

/** Digits that follow each other, whatever signs stand between them, as in a telephone number. */
const DIGITS = /\p{N}(?:[^\p{L}\p{N}]*\p{N})+/gu;

/** Returns a name for a mail to a stranger: no telephone number, no address, and too short for a message. */
export function nameToStrangers(name: string): string {
  const plain = typedName(name)
    .replaceAll(DIGITS, '…')
    .replaceAll(/[@\uff20\ufe6b]/gu, ' ');
  return shortened(plain, LONGEST_TO_STRANGERS);
}

/**
 * Returns a name that users typed in a form safe for mails: mail clients don't make a link of it, and it is too
 * short for a message.
 */
export function typedName(name: string): string {
  return shortened(oneLine(name), LONGEST_NAME)
    .replaceAll(/:\/+/g, ' ')
    .replaceAll(/(?<=[\p{L}\p{N}])[.\u3002\uff0e\uff61](?=[\p{L}\p{N}])/gu, ONE_DOT_LEADER);
}

function shortened(text: string, most: number): string {
  const letters = Array.from(text);
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text;
}

/** Returns a text with names that users typed so that mail clients make no link of it. Amounts stay as they are. */
export const typedText = (text: string): string =>
  oneLine(text)
    .replaceAll(/:\/+/g, ' ')
    .replaceAll(/(?<=[\p{L}\p{N}])[.\u3002\uff0e\uff61](?=\p{L})/gu, ONE_DOT_LEADER);

/** Looks like a full stop, but doesn't join the labels of an address. */
const ONE_DOT_LEADER = '\u2024';

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
