import type { Wish, Drawn } from './drawing.tsx'
import { tellSettings } from './lib/served.ts'

export type { Drawn, Wish }

/** Make ready to draw pages, with what the page's block of settings says. */
export async function open(settings: string): Promise<(wish: Wish) => Promise<Drawn | undefined>> {
  tellSettings(settings)
  // The settings are read when this is loaded.
  const { draw } = await import('./drawing.tsx')
  return draw
}
