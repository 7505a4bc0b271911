/** Are we inside the messaging app's own browser? */
export const inMessagingBrowser = (): boolean => /MicroMessenger/i.test(navigator.userAgent)
