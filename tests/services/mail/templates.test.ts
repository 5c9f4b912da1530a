import { describe, expect, it } from 'vitest';
import {
  addressChanged,
  invitation,
  recoverPassword,
  verifyAddress,
} from '../../../functions/services/mail/templates.ts';

const link = 'https://app.example.com/verify?token=abc-DEF_123';
const inviting = {
  tenantName: 'Acme Pty Ltd',
  invitedBy: 'Jo Smith',
  address: 'jo@acme.example',
  role: 'Member',
  link,
};

const mails = {
  verifyAddress: verifyAddress({ link }),
  recoverPassword: recoverPassword({ givenName: 'Ann', link }),
  addressChanged: addressChanged({ givenName: 'Ann', link }),
  invitation: invitation(inviting),
};

/** Returns the visible text of the HTML. */
function visible(html: string): string {
  return html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
}

describe.each(Object.entries(mails))('the mail %s', (_name, mail) => {
  it('has its link alone on a line of the text, once', () => {
    expect(mail.text.split('\n').filter((line) => line.includes('://'))).toEqual([link]);
  });

  it('has the link in the HTML as something to click', () => {
    expect(mail.html).toContain(`href="${link}"`);
  });

  it('says in HTML every sentence that it says in text', () => {
    const shown = visible(mail.html);
    const sentences = mail.text.split('\n').filter((line) => line !== '' && line !== '-- ');
    for (const sentence of sentences) expect(shown).toContain(sentence.replace(/:$/, ''));
  });

  it('is laid out with tables and inline styles, and loads nothing', () => {
    expect(mail.html).toContain('<table role="presentation"');
    expect(mail.html).not.toMatch(/<(style|script|img|link)\b|\bclass=/);
  });
});

describe('mails', () => {
  it('names the organisation, the sender and the role in an invitation', () => {
    expect(mails.invitation.subject).toBe('You are invited to Paydown');
    expect(mails.invitation.text).toContain(
      'Jo Smith (jo@acme.example) invites you to join Acme Pty Ltd on Paydown as a Member.',
    );
    expect(invitation({ ...inviting, role: 'Admin' }).text).toContain('as an Admin.');
  });

  // Evidence for ASVS 1.2
  it('escapes names in HTML and leaves them as they are in text', () => {
    const { text, html } = invitation({ ...inviting, tenantName: `<b>"O'Neil" & Co</b>` });
    expect(text).toContain(`<b>"O'Neil" & Co</b>`);
    expect(html).toContain('&lt;b&gt;&quot;O&#39;Neil&quot; &amp; Co&lt;/b&gt;');
    expect(html).not.toContain('<b>');
  });

  // Evidence for ASVS 1.2
  it('keeps names out of subjects, and keeps them from adding a line to the text', () => {
    const { subject, text } = invitation({
      ...inviting,
      invitedBy: 'Jo\r\nBcc: x@example.com\nhttps://evil.example',
    });
    expect(subject).toBe('You are invited to Paydown');
    expect(text.split('\n').filter((line) => /^https?:/.test(line))).toEqual([link]);
  });

  // Evidence for ASVS 1.2
  it.each([
    ['Win at https://evil.example/prize', 'Win at https evil․example/prize'],
    ['evil.example', 'evil․example'],
    ['x@evil.example', 'x@evil․example'],
    ['evil。example．au', 'evil․example․au'],
    ['192.0.2.7', '192․0․2․7'],
    ['x'.repeat(200), `${'x'.repeat(99)}…`],
  ])('removes links and messages from a name: %s', (name, shown) => {
    for (const mail of [
      recoverPassword({ givenName: name, link }),
      addressChanged({ givenName: name, link }),
    ]) {
      expect(mail.text).toContain(shown);
      expect(mail.text + mail.html + mail.subject).not.toContain(name);
    }
  });

  // Evidence for ASVS 1.2
  it.each([
    ['Win at https://evil.example/prize', 'Win at https evil․example/prize'],
    ['x@evil.example', 'x evil․example'],
    ['Call 1800 123 456 now', 'Call … now'],
    ['Call 1-8.0 (00) 7 now', 'Call … now'],
    ['192.0.2.7', '…'],
    ['Call 1_8·0/0, 7 now', 'Call … now'],
    ['x'.repeat(200), `${'x'.repeat(59)}…`],
  ])('takes links, addresses and telephone numbers from a name to strangers: %s', (name, shown) => {
    const mail = invitation({ ...inviting, tenantName: name, invitedBy: name });
    expect(mail.text).toContain(`${shown} (jo@acme.example) invites you to join ${shown} on Paydown`);
    expect(mail.text + mail.html + mail.subject).not.toContain(name);
  });

  it('names the address of the sender of an invitation', () => {
    const { text } = invitation(inviting);
    expect(text).toContain('Jo Smith (jo@acme.example) invites you to join Acme Pty Ltd on Paydown');
  });

  it('keeps the full stops of a name that is no address', () => {
    const { text } = invitation({ ...inviting, tenantName: 'Byron & Sons Pty. Ltd.' });
    expect(text).toContain('join Byron & Sons Pty. Ltd. on Paydown');
  });

  it('notifies the old address of a change without a link when there is no way back', () => {
    const { text, html } = addressChanged({ givenName: 'Ann', link: null });
    expect(text).toContain('Hello Ann,');
    expect(text + html).not.toMatch(/https?:\/\//);
  });
});
