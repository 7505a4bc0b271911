import type { CampusFormAnswers, SingleAnswer } from '#contract/campus-form-submission'
import { isGroupList } from './form-values.ts'

/**
 * Answers without the numbers of identity documents, which a draft must not contain (D-105). What
 * is submitted contains them until it is sent.
 */
export const withoutDocumentNumbers = (answers: CampusFormAnswers): CampusFormAnswers =>
  Object.fromEntries(
    Object.entries(answers).map(([name, value]) => [
      name,
      isGroupList(value)
        ? value.map((group) =>
            Object.fromEntries(
              Object.entries(group).map(([inner, answer]) => [inner, withoutNumber(answer)]),
            ),
          )
        : withoutNumber(value),
    ]),
  )

const withoutNumber = (answer: SingleAnswer): SingleAnswer =>
  typeof answer === 'object' && 'number' in answer ? { ...answer, number: '' } : answer
