import { formatMoney } from '#app/lib/format/money.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { fetchFile, saveFile } from '#app/lib/network/fetch-file.ts'
import { useExclusiveAction } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import type { FileCall } from '#contract/call'
import { describeAnswer } from '#contract/campus-form-answers'
import {
  type CampusFormDefinition,
  type FormItem,
  selectWording,
} from '#contract/campus-form-definition'
import type { GivenAnswers } from '#contract/campus-form-office'
import type { CampusFormAnswers, SingleAnswer } from '#contract/campus-form-submission'
import { campusFormOfficeTexts } from '#i18n/campus-form-office'
import { DecisionRow } from './DecisionRow.tsx'

interface Line {
  readonly key: string
  readonly label: string
  readonly value: string
  readonly files: readonly string[]
}

/** Answers as they were given at one time, with the words of their version of the form. */
export function AnswersCard({
  given,
  definition,
  title,
  file,
}: {
  given: GivenAnswers
  definition: CampusFormDefinition
  title: string
  /** The call that returns a file of answers. */
  file: FileCall
}) {
  const texts = useTexts(campusFormOfficeTexts)
  const language = useLanguage()
  const { run, busy, problem } = useExclusiveAction()
  const known = new Map(given.attachments.map((one) => [one.id, one]))
  const save = async (id: string) => {
    const outcome = await run(() => fetchFile(file, id, ''))
    const { name = id, type = '' } = known.get(id) ?? {}
    if (outcome?.type === 'ok') saveFile(new File([outcome.data], name, { type }))
  }
  const labelOf = ({ label, name }: FormItem) => selectWording(label, language) || name
  const linesOf = (items: readonly FormItem[], answers: CampusFormAnswers, at = ''): Line[] =>
    items.flatMap((item): Line[] => {
      if (item.type === 'section') return linesOf(item.items, answers, at)
      const answer = Object.hasOwn(answers, item.name) ? answers[item.name] : undefined
      if (answer === undefined || item.type === 'note') return []
      if (item.type === 'repetition')
        return Array.isArray(answer)
          ? answer.flatMap((group, index) =>
              typeof group === 'object'
                ? linesOf(item.items, group, `${labelOf(item)} ${index + 1} · `)
                : [],
            )
          : []
      if (isGroups(answer)) return []
      return [
        {
          key: at + item.name,
          label: at + labelOf(item),
          value:
            item.type === 'money' && typeof answer === 'string' && /^-?\d+$/.test(answer)
              ? formatMoney(Number(answer))
              : describeAnswer(definition, { item, answer, language }),
          files: filesOf(answer, known),
        },
      ]
    })
  return (
    <Card flush title={title}>
      {given.decisions.map((decision) => (
        <DecisionRow key={decision.at} label={texts.review} decision={decision} />
      ))}
      {linesOf(definition.items, given.answers).map(({ key, label, value, files }) => (
        <Row
          key={key}
          label={label}
          value={
            files.length === 0
              ? value || '—'
              : files.map((id) => (
                  <TextButton key={id} off={busy} onClick={() => void save(id)}>
                    {known.get(id)?.name || texts.files}
                  </TextButton>
                ))
          }
        />
      ))}
      <Alert text={problem} />
    </Card>
  )
}

const isGroups = (
  answer: CampusFormAnswers[string],
): answer is Exclude<CampusFormAnswers[string], SingleAnswer> =>
  Array.isArray(answer) && answer.some((one) => typeof one === 'object')

function filesOf(answer: SingleAnswer, known: ReadonlyMap<string, unknown>): readonly string[] {
  if (typeof answer === 'string') return []
  const ids = Array.isArray(answer) ? answer : 'drawing' in answer ? [answer.drawing] : []
  return ids.filter((id) => known.has(id))
}
