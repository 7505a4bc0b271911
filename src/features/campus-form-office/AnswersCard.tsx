import { formatMoney } from '#app/lib/format/money.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { fetchFile, saveFile } from '#app/lib/network/fetch-file.ts'
import { useExclusiveAction } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import type { FileCall } from '#contract/call'
import { describeAnswer, isGroupList, listFileIds } from '#contract/campus-form-answers'
import {
  type CampusFormDefinition,
  type FormItem,
  selectWording,
} from '#contract/campus-form-definition'
import type { GivenAnswers } from '#contract/campus-form-office'
import type { CampusFormAnswers } from '#contract/campus-form-submission'
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
      const found = Object.hasOwn(answers, item.name) ? answers[item.name] : undefined
      if (found === undefined || item.type === 'note') return []
      const groups = isGroupList(found) ? found : []
      if (item.type === 'repetition')
        return groups.flatMap((group, index) =>
          linesOf(item.items, group, `${labelOf(item)} ${index + 1} · `),
        )
      // An empty list is one of groups and one of choices.
      const answer = isGroupList(found) ? [] : found
      return [
        {
          key: at + item.name,
          label: at + labelOf(item),
          value:
            item.type === 'money' && typeof answer === 'string' && /^-?\d+$/.test(answer)
              ? formatMoney(Number(answer))
              : describeAnswer(definition, { item, answer, language }),
          files: listFileIds({ item, answer }).filter((id) => known.has(id)),
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
            <>
              {value === '' && files.length === 0 ? '—' : value}
              {files.map((id) => (
                <TextButton key={id} off={busy} onClick={() => void save(id)}>
                  {known.get(id)?.name || texts.files}
                </TextButton>
              ))}
            </>
          }
        />
      ))}
      <Alert text={problem} />
    </Card>
  )
}
