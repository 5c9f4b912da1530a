/** The findings of a proof, each once, and the number of its tries. */
export class Findings {
  readonly #found = new Set<string>();
  tried = 0;

  add(finding: string): void {
    if (!this.#found.has(finding)) console.error(finding);
    this.#found.add(finding);
  }

  get count(): number {
    return this.#found.size;
  }
}
