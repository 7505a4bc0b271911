/** Are we inside the messaging app's own browser? */
export const inMessagingBrowser = (): boolean => /MicroMessenger/i.test(navigator.userAgent)

/** Are we inside any app's own browser, which can put nothing on the home screen? */
export const inAppBrowser = (): boolean =>
  /MicroMessenger|QQ\/|DingTalk|Lark|Feishu|Weibo|AlipayClient|; wv\)|FBA[NV]|Instagram|Line\//i.test(
    navigator.userAgent,
  )

/** Is this a phone with Android? */
export const onAndroid = (): boolean => /Android/i.test(navigator.userAgent)
