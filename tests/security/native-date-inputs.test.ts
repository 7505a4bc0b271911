import { expect, test } from 'vitest'
import { readSourceFiles } from '../support/codebase/declared-names.ts'

// A native input shows and opens its date in the language of the browser. Students use their phone's
// own picker, whose closed field PickerInput writes in the language of the app.
const OF_STUDENTS = ['src/features/calendar/MonthBar.tsx', 'src/ui/TextField.tsx']

test('only the fields of students are native date and time inputs; the office has its own', () => {
  const native = readSourceFiles()
    .filter(({ file }) => file.startsWith('src/'))
    .filter(({ text }) => /type="(?:date|datetime-local|time|month|week)"/.test(text))
    .map(({ file }) => file)
  expect(native.toSorted()).toEqual(OF_STUDENTS)
})
