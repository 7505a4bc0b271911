import type { StudentRow } from '../platform/database/schema/schema.ts'
import { DEMO_MAJORS } from './campus.ts'

const FAMILY = '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗'
const GIVEN = '子轩雨涵浩宇欣怡梓豪思琪俊杰佳琪宇航诗涵博文雅婷嘉伟梦瑶'

/** Creates a pseudo-random generator of numbers from 0 to 1, the same for each seed. */
export function createSeededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Picks an item of a list. */
export const pickRandomItem = <T>(items: ArrayLike<T>, random: () => number): T => {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

/** Generates many students, so that lists have a realistic length; half of them are new. */
export function generateDemoStudents(
  count: number,
  { year, random }: { year: number; random: () => number },
): StudentRow[] {
  return Array.from({ length: count }, (_, index) => {
    const major = pickRandomItem(DEMO_MAJORS, random)
    const yearsAgo = index % 2 === 0 ? 0 : 1 + Math.floor(random() * 3)
    const entry = year - yearsAgo
    const number = String(700_001 + index)
    return {
      code: `S${number}`,
      number: yearsAgo === 0 ? null : number,
      exam_number: yearsAgo === 0 ? number : null,
      id_card: `1101${String(20_000_000 + Math.floor(random() * 9_999_999)).slice(0, 8)}${String(100_000 + index).slice(-6)}`,
      id_type: 'resident',
      name:
        pickRandomItem(FAMILY, random) +
        pickRandomItem(GIVEN, random) +
        pickRandomItem(GIVEN, random),
      gender: random() < 0.5 ? '1' : '2',
      phone: `139${String(10_000_000 + Math.floor(random() * 89_999_999)).slice(0, 8)}`,
      major: major.name,
      major_code: major.code,
      department: major.department,
      class_name: formatClassName(major.name, entry),
      entry_year: String(entry),
      grade: String(entry),
      enrolment: '2',
      type: yearsAgo === 0 ? '1' : '2',
      status: '在籍',
      checked_in_at: null,
      withdrawn_at: null,
    }
  })
}

/** The class of a major in an entry year. */
export const formatClassName = (major: string, entry: number): string =>
  `${major}${String(entry).slice(2)}-1班`
