import { isServerRendering } from '#app/lib/platform/server-rendering.ts'

/** Whether the page is in the messaging app's own browser. Such a page is not server-rendered. */
export const isMessagingBrowser = (): boolean =>
  !isServerRendering && /MicroMessenger/i.test(navigator.userAgent)

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
