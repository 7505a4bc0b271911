import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pageSettingsText } from '#contract/page-settings'
import { type RenderedPages, cacheRenderedPages } from './page-cache.ts'
import {
  noscriptBlock,
  type HtmlFrame,
  composeRenderedPage,
  inlineStylesOf,
} from './rendered-page.ts'
import { createRenderer } from './renderer.ts'
import { readStyleSheets } from './used-styles.ts'

/**
 * Opens the rendered public pages of the app's build in `appDir`; undefined if the build has no
 * server entry.
 */
export function openRenderedPages({
  appDir,
  canvas,
  onFault,
}: {
  appDir: string
  canvas: () => HtmlFrame
  onFault: (error: unknown) => void
}): RenderedPages | undefined {
  // The path is defined by build/ssr-build.ts.
  const program = resolve(`${appDir}.ssr`, 'entry-server.mjs')
  const styles = existsSync(program) ? readStyleSheets(appDir) : undefined
  if (styles === undefined) return undefined
  const index = join(appDir, 'index.html')
  const asBuilt = readFileSync(index, 'utf8')
  // The file is written by build/start-script.ts.
  const startScript = readFileSync(resolve(`${appDir}.ssr`, 'start.js'), 'utf8')
  const beginning = () => {
    if (readFileSync(index, 'utf8') !== asBuilt)
      throw new Error('Public pages are not drawn: another release was built in the place of this.')
    const { frame, settings } = withoutEmbeddedApps(canvas())
    return {
      program,
      settings: pageSettingsText(settings),
      styles: `${inlineStylesOf(frame)}\n${styles}`,
      noscriptHtml: noscriptBlock(frame),
    }
  }
  const pageRenderer = createRenderer({ beginning, onFault })
  const pages = cacheRenderedPages(pageRenderer, (drawn, language) =>
    composeRenderedPage(withoutEmbeddedApps(canvas()), { language, drawn, startScript }),
  )
  return {
    ...pages,
    clear: () => {
      pageRenderer.retireThread()
      pages.clear()
    },
  }
}

// A rendered page contains the data of its own reads, so the list of the home page is left out of
// its settings.
function withoutEmbeddedApps({ frame, settings }: HtmlFrame): HtmlFrame {
  const { apps, ...rest } = settings
  return { frame, settings: apps === undefined ? settings : rest }
}
