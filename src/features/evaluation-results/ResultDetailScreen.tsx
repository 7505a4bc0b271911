import { OfficePage, Table, OfficeLink } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { Row } from '#app/ui/Row.tsx'
import {
  evaluationResults,
  type ResultGrouping,
  type DetailedEvaluationResult,
} from '#contract/evaluation-results'
import { evaluationResultsTexts } from '#i18n/evaluation-results'
import { termName } from '#i18n/term-name'
import { ResultStatistics } from './ResultStatistics.tsx'
import { ScoreDistribution } from './ScoreDistribution.tsx'

/** One result: its subject, the mean, and each question with the distribution of its answers. */
export function ResultDetailScreen({
  period,
  by,
  id,
}: {
  period: string
  by: ResultGrouping
  id: string
}) {
  const texts = useTexts(evaluationResultsTexts)
  const language = useLanguage()
  const live = useOnlineQuery({
    name: 'evaluation-result',
    entry: evaluationResults.find,
    input: { period, by, id },
  })
  const { result, period: found, least } = live.data ?? {}
  return (
    <OfficePage
      title={(result?.course || result?.teacher) ?? texts.title}
      actions={<OfficeLink to={`evaluation/${period}/${by}`}>{texts.back}</OfficeLink>}
      narrow
    >
      {result === undefined || found === undefined || least === undefined ? (
        <QueryFallback kept={live} failed={texts.failed} />
      ) : (
        <>
          <Card flush>
            <Row label={texts.term} value={termName(found.term, language)} />
            {result.className !== '' && <Row label={texts.className} value={result.className} />}
            <Row label={texts.teacher} value={`${result.teacher} ${result.teacherNumber}`} />
          </Card>
          <Numbers result={result} least={least} />
        </>
      )}
    </OfficePage>
  )
}

function Numbers({ result, least }: { result: DetailedEvaluationResult; least: number }) {
  const texts = useTexts(evaluationResultsTexts)
  const named = useTranslateName()
  const hidden = result.courses - result.counted
  if (!result.enough) return <MutedText>{texts.tooFewText(least)}</MutedText>
  return (
    <>
      <Card>
        <ResultStatistics result={result} />
      </Card>
      {hidden > 0 && <MutedText>{texts.someTooFew(hidden)}</MutedText>}
      <Table
        caption={texts.questions}
        columns={[
          {
            title: texts.question,
            cell: ({ number, content }) => texts.numbered(number, named(content)),
          },
          { title: texts.mean, cell: ({ mean }) => mean, isNumeric: true },
          {
            title: texts.distribution,
            cell: ({ counts }) => <ScoreDistribution counts={counts} />,
          },
        ]}
        rows={result.questions}
        rowKey={({ number }) => String(number)}
      />
    </>
  )
}
