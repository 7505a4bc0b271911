import { isServerRendering } from '#app/lib/platform/server-rendering.ts'

/** Are we inside the messaging app's own browser? Who is gets no page that the backend has drawn. */
export const isMessagingBrowser = (): boolean =>
  !isServerRendering && /MicroMessenger/i.test(navigator.userAgent)

/** Are we inside any app's own browser, which can put nothing on the home screen? */
export const isInAppBrowser = (): boolean =>
  /MicroMessenger|QQ\/|DingTalk|Lark|Feishu|Weibo|AlipayClient|; wv\)|FBA[NV]|Instagram|Line\//i.test(
    navigator.userAgent,
  )

/** Is this a phone with Android? */
export const isAndroid = (): boolean => /Android/i.test(navigator.userAgent)
