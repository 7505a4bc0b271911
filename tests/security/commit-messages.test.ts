import { expect, test } from 'vitest'
import { findMessageProblems } from '../tools/commit-messages.ts'

test('a commit message with a type, a scope, a short subject and a body is accepted', () => {
  expect(
    findMessageProblems('fix(fees): show the rest of a part payment\n\nIt said paid.\n'),
  ).toEqual([])
  expect(findMessageProblems('docs: name the layers\n\nStrangers looked for them.')).toEqual([])
})

test.each([
  ['no type', 'Mend the fees\n\nIt said paid.'],
  ['an unknown type', 'style(fees): move the button\n\nIt stood too low.'],
  ['an empty subject', 'fix(fees): \n\nIt said paid.'],
  ['a long subject', `fix(fees): ${'a'.repeat(62)}\n\nIt said paid.`],
  ['no body', 'fix(fees): show the rest'],
  ['no blank line before the body', 'fix(fees): show the rest\nIt said paid.'],
])('a commit message with %s is refused once, with an explanation', (_, message) => {
  expect(findMessageProblems(message)).toHaveLength(1)
})
