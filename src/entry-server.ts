import { setServerSettings } from './lib/platform/server-rendering.ts'
import type { RenderRequest, RenderedPage } from './render-page.tsx'

export type { RenderedPage, RenderRequest }

/** Make ready to draw pages, with what the page's block of settings says. */
export async function createRenderer(
  settings: string,
): Promise<(wish: RenderRequest) => Promise<RenderedPage | undefined>> {
  setServerSettings(settings)
  // The settings are read when this is loaded.
  const { renderPage } = await import('./render-page.tsx')
  return renderPage
}
