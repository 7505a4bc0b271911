import { appConfig } from '#app/lib/platform/config.ts'
import { findMessagingBrowser } from '#app/lib/platform/messaging-browser.ts'

/** Whether the page is in the own browser of a messaging app. */
export const isMessagingBrowser = (): boolean => findMessagingBrowser() !== undefined

/**
 * Whether the page is in the browser of a messaging app of this campus, which then knows its user.
 * The sandbox stands for WeChat.
 */
export const isHostBrowser = (): boolean =>
  (appConfig.host === 'sandbox' ? 'wechat' : appConfig.host) === findMessagingBrowser()

/**
 * Whether the page is in the web-view of a WeChat mini program. There it cannot pay or close the
 * window; the mini program itself can go back.
 */
export const isMiniProgram = (): boolean =>
  // WeChat sets the variable after the page has started.
  Object(window)['__wxjs_environment'] === 'miniprogram' || /miniProgram/i.test(navigator.userAgent)

/**
 * Whether the page is in the built-in browser of any app, which cannot install the page on the home
 * screen.
 */
export const isInAppBrowser = (): boolean =>
  /MicroMessenger|QQ\/|DingTalk|Lark|Feishu|Weibo|AlipayClient|; wv\)|FBA[NV]|Instagram|Line\//i.test(
    navigator.userAgent,
  )

/** Whether this is an Android phone. */
export const isAndroid = (): boolean => /Android/i.test(navigator.userAgent)
