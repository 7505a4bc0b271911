import { type PageSettings, pageSettingsText } from '#contract/page-settings'
import type { Language } from '#i18n/translate'
import { createTextFileInBackground, type StaticFile } from '../files/static-file.ts'
import { contentSecurityPolicyFor } from '../http/response-headers.ts'
import type { RenderOutput } from './thread-messages.ts'

/** What is drawn into: the frame, and the settings that it carries. */
export interface HtmlFrame {
  readonly frame: string
  readonly settings: PageSettings
}

/** A page of the app that can be sent. */
export interface RenderedPage {
  readonly file: StaticFile
  /** The policy that allows its styles. */
  readonly policy: string
  /** The address that most go on to from here. */
  readonly nextAddress?: string
}

const SHELL = /<div id="root">[^]*<!--\/shell-->\s*<\/div>/

/**
 * The frame with a rendered page in the place of its shell. The hydration data follows the text, which
 * then arrives first; the shell's noscript text stays.
 */
export async function composeRenderedPage(
  { frame, settings }: HtmlFrame,
  { language, drawn }: { language: Language; drawn: RenderOutput },
): Promise<RenderedPage> {
  const body =
    `<div id="root" data-ssr>${drawn.html}</div>` +
    noscriptBlock(frame) +
    settingsBlock(settings) +
    `<script type="application/json" id="hydration-data">${drawn.hydrationData}</script>`
  const html = withHtmlLanguage(frame, language)
    .replace(/<title>[^<]*/, () => `<title>${drawn.title}`)
    .replace(/<style>[^]*?<\/style>/, () => `<style>${drawn.styles}</style>`)
    .replace('<!--settings-->', '')
    .replace(SHELL, () => body)
  return {
    file: await createTextFileInBackground('.html', html),
    policy: contentSecurityPolicyFor(html, frame),
    ...(drawn.nextAddress !== undefined && { nextAddress: drawn.nextAddress }),
  }
}

/** What a frame says where no script runs, to stand behind a drawn page. */
export function noscriptBlock(frame: string): string {
  const [unread = ''] = /<noscript>[^]*?<\/noscript>/.exec(frame) ?? []
  const [late = ''] = /<div class="shell-late">[^]*?<\/div>/.exec(frame) ?? []
  return `<div class="shell-after">${unread}${late}</div>`
}

/** The frame in the language of who asks: what stands before any script is in both. */
export const withHtmlLanguage = (frame: string, language: Language): string =>
  language === 'en' ? frame.replace('<html lang="zh-CN">', '<html lang="en">') : frame

/** The settings as the app finds them in its page. */
export const settingsBlock = (settings: PageSettings): string =>
  `<script type="application/json" id="settings">${pageSettingsText(settings)}</script>`

/** What the styles of a frame say. */
export const inlineStylesOf = (frame: string): string =>
  /<style>([^]*?)<\/style>/.exec(frame)?.[1] ?? ''
