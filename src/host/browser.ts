/** Are we inside the messaging app's own browser? */
export const inMessagingBrowser = (): boolean => /MicroMessenger/i.test(navigator.userAgent)

/** Is this a phone with Android? */
export const onAndroid = (): boolean => /Android/i.test(navigator.userAgent)
