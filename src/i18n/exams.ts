import type { Language } from './translate.ts'

const kinds = {
  exam: { zh: '考试', en: 'Exam' },
  makeUpClass: { zh: '补课', en: 'Make-up class' },
} as const

/** The name of a kind of `EXAM_KINDS`; another kind is named as an examination. */
export const examKindName = (kind: string, language: Language): string =>
  (kind === 'make-up-class' ? kinds.makeUpClass : kinds.exam)[language]

/** Examinations and make-up classes on the student's pages. */
export const examTexts = {
  title: { zh: '考试与补课', en: 'Exams and make-up classes' },
  named: {
    zh: (kind: string, course: string) => `${kind} · ${course}`,
    en: (kind: string, course: string) => `${kind}: ${course}`,
  },
  seat: { zh: (seat: string) => `座位 ${seat}`, en: (seat: string) => `Seat ${seat}` },
  when: {
    zh: (day: string, starts: string, ends: string) => `${day} ${starts}–${ends}`,
    en: (day: string, starts: string, ends: string) => `${day}, ${starts}–${ends}`,
  },
  conflict: {
    zh: (courses: string) => `与“${courses}”时间冲突`,
    en: (courses: string) => `At the same time as ${courses}`,
  },
  none: { zh: '接下来没有安排', en: 'Nothing ahead' },
  past: { zh: (count: number) => `已结束 ${count} 场`, en: (count: number) => `${count} past` },
  mark: { zh: '考', en: 'exam' },
  markClass: { zh: '补', en: 'class' },
  today: { zh: '今天', en: 'today' },
  tomorrow: { zh: '明天', en: 'tomorrow' },
  ahead: {
    zh: (kind: string, day: string) => `${kind} · ${day}`,
    en: (kind: string, day: string) => `${kind}, ${day}`,
  },
} as const
