import { chinaNow } from '#app/lib/format/china-time.ts'

/** Formats an instant in China's time, whatever the computer's time zone; '' for an empty one. */
export const formatChinaTime = (at: string): string => (at === '' ? '' : chinaNow(Date.parse(at)))
