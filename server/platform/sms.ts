import type { Settings } from './settings/settings.ts'

/** Messages to telephones as the backend sees them. */
export interface Sms {
  /**
   * Send a text. 'shown' was sent nowhere, so the answer may say it; 'none' says that there is
   * nobody to send it.
   */
  readonly send: (phone: string, text: string) => Promise<'sent' | 'shown' | 'none'>
}

/**
 * Who sends texts by the settings: nobody, or the demo campus, whose people have no phones and
 * which shows the text itself.
 */
export const openSms = ({ sms }: Pick<Settings, 'sms'>): Sms => ({
  send: async () => (sms === 'sandbox' ? 'shown' : 'none'),
})
