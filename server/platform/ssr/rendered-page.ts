import { type PageSettings, pageSettingsText } from '#contract/page-settings'
import type { Language } from '#i18n/translate'
import { createTextFileInBackground, type StaticFile } from '../files/static-file.ts'
import { contentSecurityPolicyFor } from '../http/response-headers.ts'
import type { RenderOutput } from './thread-messages.ts'

/** The app's unrendered page, and the settings that it contains. */
export interface HtmlFrame {
  readonly frame: string
  readonly settings: PageSettings
}

/** A page of the app that can be sent. */
export interface RenderedPage {
  readonly file: StaticFile
  /** The Content-Security-Policy that allows its inline styles. */
  readonly policy: string
  /** The address that most visitors open next. */
  readonly nextAddress?: string
}

const SHELL = /<div id="root">[^]*<!--\/shell-->\s*<\/div>/
/** The elements of a frame that load the app. */
const APP_FILES = /<script [^>]*\bsrc="[^>]*><\/script>\n?|<link rel="stylesheet"[^>]*>\n?/g

/**
 * Puts a rendered page into the frame, in the place of the shell. The hydration data follows the
 * text, so that the text arrives first. The shell's noscript text is kept. The elements that load
 * the app are in a template, from which the start script takes them (src/start-on-interaction.ts).
 */
export async function composeRenderedPage(
  { frame, settings }: HtmlFrame,
  {
    language,
    drawn,
    startScript,
  }: { language: Language; drawn: RenderOutput; startScript: string },
): Promise<RenderedPage> {
  const files = frame.match(APP_FILES)?.join('') ?? ''
  const start = `<script>${startScript}</script>`
  const body =
    `<div id="root" data-ssr>${drawn.html}</div>` +
    noscriptBlock(frame) +
    settingsBlock(settings) +
    `<script type="application/json" id="hydration-data">${drawn.hydrationData}</script>` +
    `<template id="app">${files}</template>${start}`
  const html = withHtmlLanguage(frame, language)
    .replaceAll(APP_FILES, '')
    .replace(/<title>[^<]*/, () => `<title>${drawn.title}`)
    .replace(/<style>[^]*?<\/style>/, () => `<style>${drawn.styles}</style>`)
    .replace('<!--settings-->', '')
    .replace(SHELL, () => body)
  return {
    file: await createTextFileInBackground('.html', html),
    policy: contentSecurityPolicyFor(html, { frame: frame + start }),
    ...(drawn.nextAddress !== undefined && { nextAddress: drawn.nextAddress }),
  }
}

/** The noscript element of a frame; it is placed after a rendered page. */
export function noscriptBlock(frame: string): string {
  const [unread = ''] = /<noscript>[^]*?<\/noscript>/.exec(frame) ?? []
  const [late = ''] = /<div class="shell-late">[^]*?<\/div>/.exec(frame) ?? []
  return `<div class="shell-after">${unread}${late}</div>`
}

/**
 * Sets the `lang` of a frame. The text that is shown before any script runs is in both languages.
 */
export const withHtmlLanguage = (frame: string, language: Language): string =>
  language === 'en' ? frame.replace('<html lang="zh-CN">', '<html lang="en">') : frame

/** The element of the page from which the app reads its settings. */
export const settingsBlock = (settings: PageSettings): string =>
  `<script type="application/json" id="settings">${pageSettingsText(settings)}</script>`

/** The CSS of a frame's inline styles. */
export const inlineStylesOf = (frame: string): string =>
  /<style>([^]*?)<\/style>/.exec(frame)?.[1] ?? ''
