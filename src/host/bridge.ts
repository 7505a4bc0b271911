import { config } from '#app/lib/config.ts'
import { inMessagingBrowser } from './browser.ts'
import type { Bridge } from './sdk.ts'

declare global {
  interface Window {
    readonly wx?: Bridge
  }
}

/**
 * Does the messaging app do here what an ordinary browser does by itself: scan, and pick a picture
 * (D-81)? How it does so travels only where it does.
 */
export const hasBridge = (): boolean =>
  window.wx !== undefined || (config.host === 'wechat' && inMessagingBrowser())
