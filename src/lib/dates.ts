import type { Language } from '#words/say'
import { serverNow } from './clock.ts'

const DAY_MS = 86_400_000
const locale = (language: Language) => (language === 'zh' ? 'zh-CN' : 'en-GB')
const noon = (day: string) => new Date(`${day}T12:00:00+08:00`)
const inChina = { timeZone: 'Asia/Shanghai' } as const

/** '2026-08-20' as '8月20日 周四' or 'Thu, 20 Aug'. */
export function longDay(day: string, language: Language): string {
  const date = noon(day)
  if (Number.isNaN(date.getTime())) return day
  if (language === 'en') return date.toLocaleDateString('en-GB', { ...inChina, weekday: 'short', day: 'numeric', month: 'short' })
  const weekday = date.toLocaleDateString('zh-CN', { ...inChina, weekday: 'short' })
  return `${date.toLocaleDateString('zh-CN', { ...inChina, month: 'long', day: 'numeric' })} ${weekday}`
}

/** When something happened, in few words: 今天 14:02, 昨天 21:05, 8月2日 19:40. `at` in ms. */
export function agoOrDate(at: number, language: Language): string {
  const [day = '', time = ''] = chinaNow(at).split(' ')
  const clock = time.slice(0, 5)
  if (day === chinaToday()) return language === 'zh' ? `今天 ${clock}` : `today ${clock}`
  if (day === chinaNow(noon(chinaToday()).getTime() - DAY_MS).slice(0, 10)) return language === 'zh' ? `昨天 ${clock}` : `yesterday ${clock}`
  const date = noon(day).toLocaleDateString(locale(language), { ...inChina, month: language === 'zh' ? 'long' : 'short', day: 'numeric' })
  return `${date} ${clock}`
}

/** A day some days later, YYYY-MM-DD. */
export const daysLater = (day: string, days: number): string => chinaNow(noon(day).getTime() + days * DAY_MS).slice(0, 10)

const CHINA = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })

/** A moment in China as YYYY-MM-DD HH:mm:ss; now if none is given. */
export const chinaNow = (at: number = serverNow()): string => CHINA.format(at)

/** Today in China, YYYY-MM-DD. */
export const chinaToday = (): string => chinaNow().slice(0, 10)

/** The current year in China by the server's clock (D-28, D-46). */
export const serverYear = (): number => Number(chinaNow().slice(0, 4))
