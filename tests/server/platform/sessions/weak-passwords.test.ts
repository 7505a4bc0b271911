import { expect, test } from 'vitest'
import { findPasswordWeakness } from '#server/platform/sessions/weak-passwords'

test.each([
  ['短', 'short'],
  ['abc12', 'short'],
  ['nine-char', 'short'],
  ['T1001', 'number'],
  ['t1001', 'number'],
  [' T-1001 ', 'number'],
  ['T1001T1001', 'number'],
  ['T1001-2026', 'number'],
  ['2026年T1001', 'number'],
  ['t1001_t1001!', 'number'],
  ['Ｔ１００１2026', 'number'],
  ['T1001aaaaaa', 'number'],
  ['1234567890', 'common'],
  ['0000000000', 'common'],
  ['abcabcabcabc', 'common'],
  ['abcdefghijkl', 'common'],
  ['9876543210', 'common'],
  ['Password2026', 'common'],
  ['password1234!', 'common'],
  ['qwertyuiop', 'common'],
  ['zhongguo1949', 'common'],
  ['5201314520', 'common'],
  ['P@ssw0rd123', 'common'],
  ['campus-T1001', undefined],
  ['own words here', undefined],
  ['correct horse', undefined],
  ['纸短情长秋水长天落霞', undefined],
  ['K7#mq2!vTz', undefined],
] as const)('the password %j of T1001 is %s [security 15]', (password, weakness) => {
  expect(findPasswordWeakness(password, 'T1001')).toBe(weakness)
})

test.each([
  ['zhang', 'zhangzhang'],
  ['zhang', 'Zhang-2026!'],
  ['10012', '1001210012'],
  ['10012', '10012@2026'],
  ['T-1001', 't1001-1999'],
])(
  'for the account %s the password %s is refused because it contains the account number [security 15]',
  (number, password) => {
    expect(findPasswordWeakness(password, number)).toBe('number')
  },
)
