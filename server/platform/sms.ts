import type { Settings } from './settings.ts'

/** Messages to telephones as the backend sees them. */
export interface Sms {
  /** Send a text. 'shown' was sent nowhere, so the answer may say it; 'none' says that there is nobody to send it. */
  readonly send: (phone: string, text: string) => Promise<'sent' | 'shown' | 'none'>
}

/** Until a provider is chosen nothing is sent; the demo campus, whose people have no phones, shows the text itself. */
export const sandboxSms = ({ demo }: Pick<Settings, 'demo'>): Sms => ({ send: async () => (demo ? 'shown' : 'none') })
