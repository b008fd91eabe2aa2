/**
 * The letters of a text that no font of documents has, each once. What issues a numbered document asks before it takes
 * the number. The fonts are opened for the first text that has other letters than Latin ones.
 */
export async function undrawableLetters(text: string): Promise<string[]> {
  if (/^[\x20-\x7E\n]*$/.test(text)) return []
  const { lettersLeftOut } = await import('./letters.ts')
  return lettersLeftOut(text)
}
