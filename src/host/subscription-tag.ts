import { appConfig } from '#app/lib/platform/config.ts'
import { isHostBrowser, isMiniProgram } from './browser.ts'
import { openMessagingSdk } from './sdk.ts'

/** What the user answered to WeChat's question, or that WeChat does not ask here. */
export type SubscriptionAnswer = 'accepted' | 'rejected' | 'unavailable'

/** Whether WeChat's own tag, which asks about subscription messages, works in this browser. */
export const canAskForSubscription = (): boolean =>
  appConfig.host === 'wechat' && isHostBrowser() && !isMiniProgram()

/**
 * Puts WeChat's tag into an element: a button, drawn by WeChat, that asks whether the account may send
 * a message of the template. Only a tap on this tag can ask. Returns a function that removes it.
 */
export function insertSubscriptionTag(
  into: HTMLElement,
  {
    template,
    label,
    onAnswer,
  }: { template: string; label: string; onAnswer: (answer: SubscriptionAnswer) => void },
): () => void {
  const tag = document.createElement('wx-open-subscribe')
  tag.setAttribute('template', template)
  // WeChat draws the button apart from the page, so the styles of the page do not reach it.
  const { color, fontSize } = getComputedStyle(into)
  const button = document.createElement('button')
  button.textContent = label
  button.style.cssText = `border: 0; padding: 0; min-height: 44px; background: none; color: ${color}; font-size: ${fontSize}`
  const content = document.createElement('script')
  content.type = 'text/wxtag-template'
  content.textContent = button.outerHTML
  tag.append(content)
  const fail = () => onAnswer('unavailable')
  tag.addEventListener('error', fail)
  tag.addEventListener('success', (event) => {
    const said = JSON.stringify(event instanceof CustomEvent ? event.detail : '')
    // The answers are JSON within JSON, once or twice.
    onAnswer(/status\W+accept/.test(said) ? 'accepted' : 'rejected')
  })
  document.addEventListener('WeixinOpenTagsError', fail)
  void openMessagingSdk().then(({ type }) => (type === 'ready' ? into.append(tag) : fail()))
  return () => {
    document.removeEventListener('WeixinOpenTagsError', fail)
    tag.remove()
  }
}
