import { openMessagingSdk } from './sdk.ts'

/**
 * Closes the messaging app's window (CMP-03). Resolves to false in an ordinary browser, which stays
 * open.
 */
export async function closeWindow(): Promise<boolean> {
  const sdk = await openMessagingSdk()
  if (sdk.type !== 'ready' || sdk.bridge.closeWindow === undefined) return false
  sdk.bridge.closeWindow()
  return true
}
