import { chinaNow } from '#app/lib/format/china-time.ts'

/** Formats an ISO instant in China's time, whatever the computer's time zone; '' stays ''. */
export const formatChinaTime = (at: string): string => (at === '' ? '' : chinaNow(Date.parse(at)))
