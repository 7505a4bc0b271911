import { isServerRendering } from './server-rendering.ts'

/** A messaging app whose own browser can show the page. */
export type MessagingBrowser = 'wechat' | 'wecom' | 'dingtalk'

/**
 * The messaging app whose browser shows the page; undefined in other browsers. A page in a messaging
 * app is not server-rendered.
 */
export function findMessagingBrowser(): MessagingBrowser | undefined {
  if (isServerRendering) return undefined
  // WeCom also names itself MicroMessenger.
  if (/wxwork/i.test(navigator.userAgent)) return 'wecom'
  if (/DingTalk/i.test(navigator.userAgent)) return 'dingtalk'
  return /MicroMessenger/i.test(navigator.userAgent) ? 'wechat' : undefined
}
