import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { imageQuery } from '#app/lib/pictures/image-query.ts'
import { Card } from '#app/ui/Card.tsx'
import { joinClassNames } from '#app/ui/class-names.ts'
import { Picture } from '#app/ui/Picture.tsx'
import { Row } from '#app/ui/Row.tsx'
import {
  type AnswerContext,
  type CompiledForm,
  FormState,
  isGroupList,
  listFileIds,
} from '#contract/campus-form-answers'
import { type FormItem, isAnswerable, itemsOf } from '#contract/campus-form-definition'
import type {
  CampusFormAnswers,
  CampusFormSubmission,
  SingleAnswer,
} from '#contract/campus-form-submission'
import { campusForms } from '#contract/campus-forms'
import { campusFormTexts } from '#i18n/campus-forms'
import { pictureTexts } from '#i18n/picture'
import { formatAnswer } from './format-answer.ts'
import { loadRegionNames } from './region-names.ts'
import type { StoredFormFiles } from './useFormFiles.ts'
import styles from './campus-forms.module.css'

/** Answers as they were given, read-only, in the version of the form in which they were given. */
export function AnswersView({
  compiled,
  submission,
  context,
  files,
}: {
  compiled: CompiledForm
  submission: CampusFormSubmission
  context: AnswerContext
  files: StoredFormFiles
}) {
  const texts = useTexts(campusFormTexts)
  const language = useLanguage()
  const [, setNamed] = useState(false)
  const { answers } = submission
  const all = itemsOf(compiled.definition.items)
  const hasRegions = all.some(({ item }) => item.type === 'region')
  useEffect(() => {
    if (hasRegions) void loadRegionNames().then(() => setNamed(true))
  }, [hasRegions])
  const state = new FormState(compiled, answers, context)
  const labelOf = ({ name: of, label }: FormItem, index?: number) =>
    state.fillWording(label, { of, index, language })
  const rowsOf = (items: readonly FormItem[], given: CampusFormAnswers, index: number) =>
    items.filter(isAnswerable).flatMap((question) => {
      if (!state.isRelevant(question.name, index)) return []
      const answer = given[question.name] as SingleAnswer | undefined
      const text = answer === undefined ? '' : formatAnswer(compiled, question, answer, language)
      const ids =
        answer === undefined || question.type === 'file'
          ? []
          : listFileIds({ item: question, answer })
      return (
        <div key={question.name}>
          <Row label={labelOf(question, index)} value={text === '' ? texts.notAnswered : text} />
          {ids.length > 0 && (
            <div className={joinClassNames(styles['pictures'], styles['given'])}>
              {ids.map((id, at) => (
                <StoredPicture
                  key={id}
                  id={id}
                  name={question.type === 'statement' ? texts.draw : texts.file(at + 1)}
                  files={files}
                />
              ))}
            </div>
          )}
        </div>
      )
    })
  const single = all.filter(({ repetition }) => repetition === undefined).map(({ item }) => item)
  // In the order of the form: a repetition ends the card of the questions before it.
  const runs = single.reduce<FormItem[][]>(
    (lists, item) => {
      if (item.type === 'repetition') lists.push([item], [])
      else lists.at(-1)?.push(item)
      return lists
    },
    [[]],
  )
  return (
    <>
      <h2 className={styles['heading']}>{texts.yourAnswers}</h2>
      {runs.map((run) => {
        const [first] = run
        if (first?.type !== 'repetition') {
          const rows = rowsOf(run, answers, 0)
          return (
            rows.length > 0 && (
              <Card key={first?.name} flush>
                {rows}
              </Card>
            )
          )
        }
        const groups = answers[first.name]
        if (!isGroupList(groups)) return null
        const inside = itemsOf(first.items, first).map((one) => one.item)
        return groups.map((group, index) => (
          <Card key={`${first.name}.${index}`} flush title={texts.one(labelOf(first), index + 1)}>
            {rowsOf(inside, group, index)}
          </Card>
        ))
      })}
    </>
  )
}

function StoredPicture({ id, name, files }: { id: string; name: string; files: StoredFormFiles }) {
  const texts = useTexts(pictureTexts)
  const { data, isFetching, refetch } = useQuery({
    ...imageQuery(id, campusForms.attachment),
    queryFn: async () => {
      const blob = await files.read(id)
      if (blob === undefined) throw new Error('the file is neither here nor at the university')
      return blob
    },
  })
  return (
    <Picture
      name={name}
      blob={data}
      state={data !== undefined ? 'here' : isFetching ? 'loading' : 'failed'}
      texts={texts}
      onRetry={() => void refetch()}
    />
  )
}
