import { config } from '#app/lib/platform/config.ts'
import { isMessagingBrowser } from './browser.ts'
import type { MessagingBridge } from './sdk.ts'

declare global {
  interface Window {
    readonly wx?: MessagingBridge
  }
}

/**
 * Does the messaging app do here what an ordinary browser does by itself: scan, and pick a picture
 * (D-81)? How it does so travels only where it does.
 */
export const hasMessagingBridge = (): boolean =>
  window.wx !== undefined || (config.host === 'wechat' && isMessagingBrowser())
