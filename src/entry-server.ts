import { setServerSettings } from './lib/platform/server-rendering.ts'
import type { RenderRequest, RenderedPage } from './render-page.tsx'

export type { RenderedPage, RenderRequest }

/** Creates a function that renders pages, given the content of the page's settings block. */
export async function createRenderer(
  settings: string,
): Promise<(wish: RenderRequest) => Promise<RenderedPage | undefined>> {
  setServerSettings(settings)
  // The settings are read when this module is evaluated.
  const { renderPage } = await import('./render-page.tsx')
  return renderPage
}
