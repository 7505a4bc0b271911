import { describe, expect, test } from 'vitest'
import { periodsCell, teachersCell, weeksCell } from '#server/features/imports/kinds/lesson-cells'
import { buildTimetableGrid } from '#server/features/timetable/timetable-grid'

const upTo = (last: number, from = 1, step = 1) =>
  Array.from({ length: Math.floor((last - from) / step) + 1 }, (_, nth) => from + nth * step).join()

describe('the weeks of a lesson', () => {
  test.each([
    ['1-8,10-16周', `${upTo(8)},${upTo(16, 10)}`],
    ['1-15周(单)', upTo(15, 1, 2)],
    ['双周', upTo(30, 2, 2)],
    ['第3周', '3'],
    ['１－８，１０－１６周', `${upTo(8)},${upTo(16, 10)}`],
    ['1－15周（单）', upTo(15, 1, 2)],
    [' 1 - 8 周 ,  10 ～ 16　周 ', `${upTo(8)},${upTo(16, 10)}`],
    ['1-8周 (双) ; 9', '2,4,6,8,9'],
    ['第1周-第8周', upTo(8)],
    ['第1周', '1'],
    ['1-15单周', upTo(15, 1, 2)],
    ['单周1-5、双周6-10', '1,3,5,6,8,10'],
    ['１－１６（单），１８', '1,3,5,7,9,11,13,15,18'],
    ['1-5(单)周，8周', '1,3,5,8'],
    ['1-5[单周]、8-10【双】', '1,3,5,8,10'],
    ['10-16,1-2', `1,2,${upTo(16, 10)}`],
    ['1-30', upTo(30)],
    ['3,3,1', '1,3'],
    ['单3', '3'],
    ['每周', ''],
    ['全周', ''],
    ['Every', ''],
    ['单周', 'odd'],
    ['单', 'odd'],
    ['ODD', 'odd'],
    ['双', upTo(30, 2, 2)],
    ['even', upTo(30, 2, 2)],
  ])('the weeks %s are read', (typed, weeks) => {
    expect(weeksCell(typed)).toEqual({ value: weeks })
  })

  test.each([
    '0',
    '0-8',
    '60',
    '1-60周',
    '16-1',
    '2-1',
    '1-8,10-9周',
    '1-8,3(双)',
    '1 3',
    '1-8,单周',
    '1-8,',
    '周',
    '30-31',
    'x1',
    '1x',
    'constructor',
    '__proto__',
  ])('the weeks %s are refused and not read in part', (typed) => {
    expect(weeksCell(typed)).toHaveProperty('says')
  })
})

describe('the periods of a lesson', () => {
  test.each([
    ['３－４节', '3-4'],
    ['第3节-第4节', '3-4'],
    [' 3 - 4 节 ', '3-4'],
    ['3， 4', '3-4'],
    ['14', '14-14'],
    ['1-14', '1-14'],
    ['第3至14节', '3-14'],
    ['1,2-3', '1-3'],
    ['3 -  4', '3-4'],
  ])('the periods %s are read', (typed, periods) => {
    expect(periodsCell(typed)).toEqual({ value: periods })
  })

  test.each(['0', '0-1', '4-3', '1,3', '15', '14-15', '3 4', '', 'x3', '3x', '1,x', '1-99'])(
    'the periods %s are refused',
    (typed) => {
      expect(periodsCell(typed)).toHaveProperty('says')
    },
  )
})

describe('the teachers of a lesson', () => {
  test.each([
    ['王小明，李四', '王小明、李四'],
    ['王小明,李四 / 王小明', '王小明、李四'],
    ['Smith, John; Doe, Jane', 'Smith, John、Doe, Jane'],
    ['Smith, John\n', 'Smith, John'],
    ['王；；李', '王、李'],
  ])('%s are read', (typed, names) => expect(teachersCell(typed)).toEqual({ value: names }))

  test('are refused if they are too long together', () =>
    expect(teachersCell('王'.repeat(201))).toHaveProperty('says'))
})

describe('the table with one lesson in each cell', () => {
  const lesson = (course: string, period: number, periods: number) => ({
    id: course,
    class_name: '软件工程26-1班',
    teaching_class: '',
    term: '2026-2027学年第一学期',
    day: 1,
    period,
    periods,
    course,
    room: '',
    teacher: '',
    odd_weeks_only: false,
    weeks: '',
    note: '',
  })
  const monday = (...lessons: ReturnType<typeof lesson>[]) =>
    Object.values(buildTimetableGrid(lessons)).map(([cell]) => cell)

  test('each covered cell of overlapping lessons is below a cell that spans it', () => {
    for (const lessons of [
      [lesson('高等数学', 1, 2), lesson('体育', 2, 2)],
      [lesson('高等数学', 1, 4), lesson('体育', 2, 2)],
      [lesson('高等数学', 1, 2), lesson('体育', 1, 3)],
      [lesson('高等数学', 8, 4), lesson('体育', 9, 2)],
    ]) {
      const cells = monday(...lessons)
      let covered = 0
      for (const cell of cells) {
        expect(cell?.covered ?? false).toBe(covered > 0)
        covered = covered > 0 ? covered - 1 : (cell?.periods ?? 1) - 1
      }
      expect(covered).toBe(0)
      expect(new Set(cells.flatMap((cell) => cell?.course ?? []))).toEqual(
        new Set(lessons.map(({ course }) => course)),
      )
    }
  })
})
