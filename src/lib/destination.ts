import type { SenderIdentity } from '#offline/item'
import { config } from './config.ts'
import { currentLanguage } from './language.ts'

/** Where a call goes, in which language it is answered, and how its answer is known as the campus's. */
export const getRequestSettings = (): Omit<
  SenderIdentity,
  'subject' | 'token' | 'sendsReceipts'
> => ({
  roots: config.roots,
  language: currentLanguage(),
  timeout: config.timeout,
  ...(config.echoesKeys && { echoesKeys: true }),
  ...(config.restorableDays !== undefined && { restorableDays: config.restorableDays }),
})
