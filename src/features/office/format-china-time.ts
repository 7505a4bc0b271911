import { chinaNow } from '#app/lib/format/china-time.ts'

/** A moment as the office reads it: in China's time, wherever its computer stands; '' for none. */
export const formatChinaTime = (at: string): string => (at === '' ? '' : chinaNow(Date.parse(at)))
