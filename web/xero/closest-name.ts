/** The comparison of an entity's name with those of Xero organisations. */

/** Words that tell two businesses apart in few cases only. */
const COMMON = new Set(['pty', 'ltd', 'limited', 'the', 'and', 'trust', 'trustee', 'for', 'co', 'company']);

/** The least share of common letter pairs at which a name is proposed. */
const LEAST = 0.6;

/** Returns the candidate with the closest name; undefined if none is close, or two are equally close. */
export function closestName<Candidate extends { readonly name: string }>(
  name: string,
  candidates: readonly Candidate[],
): Candidate | undefined {
  const scored = candidates
    .map((candidate) => ({ candidate, score: similarity(name, candidate.name) }))
    .toSorted((one, other) => other.score - one.score);
  const [best, second] = scored;
  if (!best || best.score < LEAST || best.score === second?.score) return undefined;
  return best.candidate;
}

/** The Sorensen-Dice coefficient of the letter pairs of two names, from 0 to 1. */
function similarity(one: string, other: string): number {
  const [first, second] = [pairsOf(one), pairsOf(other)];
  if (first.size === 0 || second.size === 0) return 0;
  return (2 * first.intersection(second).size) / (first.size + second.size);
}

/** The words that tell a business apart from others, in lower case. */
function tellingWords(name: string): readonly string[] {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word !== '' && !COMMON.has(word));
}

/** Whether two names have the same letters and digits, leaving out words such as Pty Ltd and Trust. */
export function namesAgree(one: string, other: string): boolean {
  const letters = tellingWords(one).join('');
  return letters !== '' && letters === tellingWords(other).join('');
}

function pairsOf(name: string): ReadonlySet<string> {
  return new Set(
    tellingWords(name).flatMap((word) =>
      Array.from({ length: word.length }, (_, at) => ` ${word}`.slice(at, at + 2)),
    ),
  );
}
