/** Says on stderr what the drill is doing, because it takes minutes. */
export function progress(text: string): void {
  process.stderr.write(`${performance.now().toFixed(0).padStart(8)} ms  ${text}\n`)
}
