import type { World } from '#platform/server/world.ts'

/** Fills an empty sample association and prints one ready sign-in link for each role. */
export async function openSample(_world: World, say: (words: string) => void): Promise<void> {
  say('The sample association is not there yet.')
}
