import { createHash } from 'node:crypto'
import { sandboxTexts } from '#i18n/sandbox'
import { type Language, type LocalizedText, selectTexts } from '#i18n/translate'
import type { SandboxUser } from './store.ts'

const STYLE = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:Canvas;color:CanvasText}
main{box-sizing:border-box;width:min(100%,26rem);padding:1.5rem}
.mark{display:inline-block;padding:.25rem .75rem;border:2px dashed #b45309;border-radius:999px;font-weight:600}
h1{font-size:1.5rem;margin:1rem 0 .5rem}
button{display:block;width:100%;min-height:3rem;margin:.75rem 0 0;font:inherit;border-radius:.75rem;border:1px solid GrayText;background:ButtonFace;color:ButtonText;cursor:pointer}
button.first{background:#146c43;border-color:#146c43;color:#fff;font-weight:600}
button:focus-visible{outline:3px solid #2563eb;outline-offset:2px}`

/** The Content-Security-Policy of the pages: no scripts, one style, and the form. */
export const SANDBOX_PAGE_CSP = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** Renders the page on which the user chooses an identity and authorizes the app. */
export function renderAuthorizePage({
  language,
  persona,
  fields,
}: {
  language: Language
  persona: SandboxUser | undefined
  fields: Readonly<Record<string, string>>
}): string {
  const texts = selectTexts(sandboxTexts, language)
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  )
  const choices: [string, string][] = [
    ...(persona === undefined
      ? []
      : [['same', texts.same(persona.nickname)] satisfies [string, string]]),
    ['other', texts.other],
    ['snapshot', texts.snapshot],
    ['refuse', texts.refuse],
  ]
  const buttons = choices.map(
    ([value, text], index) =>
      `<button name="choice" value="${value}"${index === 0 ? ' class="first"' : ''}>${escape(text)}</button>`,
  )
  return page(
    language,
    texts.title,
    `<p class="mark">${texts.mark}</p><h1>${texts.title}</h1><p>${texts.explanation}</p><form method="post">${hidden.join('')}${buttons.join('')}</form>`,
  )
}

/** Renders a page with a message. */
export function renderMessagePage({
  language,
  says,
}: {
  language: Language
  says: string
}): string {
  const texts = selectTexts(sandboxTexts, language)
  return page(
    language,
    texts.title,
    `<p class="mark">${texts.mark}</p><h1>${texts.title}</h1><p role="alert">${escape(says)}</p>`,
  )
}

/** The content of the page behind a payment code: the order that can be paid, or a message. */
export type PayPageContent = { readonly prepay: string } | { readonly says: LocalizedText }

/** Renders the page behind a payment code. */
export function renderPayPage(content: PayPageContent & { readonly language: Language }): string {
  const { language } = content
  const texts = selectTexts(sandboxTexts, language)
  const main =
    'says' in content
      ? `<p role="alert">${escape(content.says[language])}</p>`
      : `<p>${texts.payText}</p><form method="post" action="pay/code"><input type="hidden" name="prepay" value="${escape(content.prepay)}"><button class="first">${texts.pay}</button></form>`
  return page(
    language,
    texts.payTitle,
    `<p class="mark">${texts.mark}</p><h1>${texts.payTitle}</h1>${main}`,
  )
}

const page = (language: Language, title: string, main: string) =>
  `<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${STYLE}</style></head><body><main>${main}</main></body></html>`

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string) => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '')
