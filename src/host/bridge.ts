import { appConfig } from '#app/lib/platform/config.ts'
import { isHostBrowser } from './browser.ts'
import type { MessagingBridge } from './sdk.ts'

declare global {
  interface Window {
    readonly wx?: MessagingBridge
  }
}

/**
 * Whether scanning and picking pictures use the messaging app's bridge instead of the browser
 * (D-81). The code of the bridge is loaded only in that case.
 */
export const hasMessagingBridge = (): boolean =>
  window.wx !== undefined ||
  // The script of WeChat is also that of WeCom.
  ((appConfig.host === 'wechat' || appConfig.host === 'wecom') && isHostBrowser())
