import { expect, test } from 'vitest'
import { escapeLike } from '#server/platform/database/queries/escape-like'

test('what LIKE would take for more than itself is taken for itself', () => {
  expect(escapeLike('50%_\\')).toBe('50\\%\\_\\\\')
  expect(escapeLike('计算机 (1)*')).toBe('计算机 (1)*')
})
