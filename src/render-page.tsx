import { createMemoryHistory } from '@tanstack/react-router'
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5'
import { renderToString } from 'react-dom/server'
import { siteName } from '#app/features/app-shell/public.ts'
import { setHtmlParser, type HtmlPiece } from '#app/features/notices/public.ts'
import type { Language } from '#i18n/translate'
import { App } from './App.tsx'
import { queryClient } from './lib/cache/query-client.ts'
import { overrideLanguage } from './lib/language/language.ts'
import { appConfig } from './lib/platform/config.ts'
import { noteServerTime } from './lib/platform/server-clock.ts'
import { clearPersonalData } from './lib/session/personal-data.ts'
import { dehydrate } from './lib/snapshot/hydration-data.ts'
import { createAppRouter } from './router.tsx'

/** The parameters of rendering one page. */
export interface RenderRequest {
  /** The page's canonical address, below the base path. */
  readonly path: string
  readonly language: Language
  /** The server's time, ms since the epoch. */
  readonly now: number
}

/** A page as an anonymous visitor sees it. */
export interface RenderedPage {
  readonly title: string
  readonly html: string
  /** The JSON that the browser hydrates the page with. */
  readonly hydrationData: string
  /** The address that most visitors open next. */
  readonly nextAddress?: string
}

/**
 * The largest number of passes: rendering is repeated, because the reads of a page can depend on
 * the results of earlier reads.
 */
const MOST_PASSES = 4

setHtmlParser(parseHtmlPieces)

/**
 * Renders a page for an anonymous visitor. Calls must not overlap, because language, reads and
 * names are global while a page is rendered. Resolves to undefined if a read failed or the address
 * redirects.
 */
export async function renderPage({
  path,
  language,
  now,
}: RenderRequest): Promise<RenderedPage | undefined> {
  queryClient.clear()
  clearPersonalData()
  overrideLanguage(language)
  noteServerTime(now)
  const address = appConfig.base.slice(0, -1) + path
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }))
  await router.load()
  const { matches, location } = router.state
  const isThere = matches.length > 0 && matches.every(({ status }) => status === 'success')
  if (!isThere || location.pathname !== path) return undefined
  const app = <App router={router} />
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const html = renderToString(app)
    const missing = queryClient.getQueryCache().findAll({
      predicate: ({ state }) => state.data === undefined,
    })
    if (missing.length === 0)
      return {
        title: titleOf(html, language),
        html,
        hydrationData: dehydrate({ path, language }),
        ...(path === '/' && { nextAddress: `${appConfig.base}login` }),
      }
    const read = await Promise.allSettled(missing.map((query) => query.fetch()))
    if (read.some(({ status }) => status === 'rejected')) return undefined
  }
  return undefined
}

// The document title, which the app derives from the page's only h1.
function titleOf(html: string, language: Language): string {
  const heading = /<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1] ?? ''
  const site = renderToString(siteName(language))
  return heading === '' || heading === site ? site : `${heading} · ${site}`
}

const { isTextNode, isElementNode } = defaultTreeAdapter

/** Parses HTML to a tree without a browser, by the same rules as browsers. */
function parseHtmlPieces(html: string): readonly HtmlPiece[] {
  const [root] = parse(html).childNodes.filter(isElementNode)
  const body = root?.childNodes.find((node) => isElementNode(node) && node.tagName === 'body')
  return body !== undefined && isElementNode(body) ? body.childNodes.flatMap(pieceOf) : []
}

function pieceOf(node: DefaultTreeAdapterTypes.ChildNode): HtmlPiece[] {
  if (isTextNode(node)) return [node.value]
  if (!isElementNode(node)) return []
  return [
    {
      tag: node.tagName,
      attribute: (name) => node.attrs.find((one) => one.name === name)?.value,
      children: node.childNodes.flatMap(pieceOf),
    },
  ]
}
