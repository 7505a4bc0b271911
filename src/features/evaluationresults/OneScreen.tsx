import { Link } from '@tanstack/react-router'
import { OfficePage, Table } from '#app/features/office/face.ts'
import { useLanguage, useTexts } from '#app/lib/language.ts'
import { useLiveRead } from '#app/lib/live-read.ts'
import { Card } from '#app/ui/Card.tsx'
import { useNamed } from '#app/ui/named.ts'
import { Quiet } from '#app/ui/Quiet.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { Row } from '#app/ui/Row.tsx'
import { evaluationresults, type ResultWay, type WholeResult } from '#contract/evaluationresults'
import { evaluationResultsTexts } from '#i18n/evaluation-results'
import { termName } from '#i18n/term-name'
import { Distribution } from './Distribution.tsx'
import { Figures } from './Figures.tsx'

/** One result: what it is about, the mean, and each question with how it was answered. */
export function OneScreen({ period, by, id }: { period: string; by: ResultWay; id: string }) {
  const texts = useTexts(evaluationResultsTexts)
  const language = useLanguage()
  const live = useLiveRead({
    name: 'evaluation-result',
    entry: evaluationresults.find,
    input: { period, by, id },
  })
  const { result, period: found, least } = live.data ?? {}
  return (
    <OfficePage
      title={(result?.course || result?.teacher) ?? texts.title}
      actions={
        <Link to="/manage/$" params={{ _splat: `evaluation/${period}/${by}` }}>
          {texts.back}
        </Link>
      }
      narrow
    >
      {result === undefined || found === undefined || least === undefined ? (
        <Reading
          kept={live}
          failed={texts.failed}
          retryLabel={texts.retry}
          loadingLabel={texts.loading}
        />
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

function Numbers({ result, least }: { result: WholeResult; least: number }) {
  const texts = useTexts(evaluationResultsTexts)
  const named = useNamed()
  const hidden = result.courses - result.counted
  if (!result.enough) return <Quiet>{texts.tooFewText(least)}</Quiet>
  return (
    <>
      <Card>
        <Figures result={result} />
      </Card>
      {hidden > 0 && <Quiet>{texts.someTooFew(hidden)}</Quiet>}
      <Table
        caption={texts.questions}
        columns={[
          {
            key: 'question',
            title: texts.question,
            cell: ({ number, content }) => texts.numbered(number, named(content)),
          },
          { key: 'mean', title: texts.mean, cell: ({ mean }) => mean, figures: true },
          {
            key: 'counts',
            title: texts.distribution,
            cell: ({ counts }) => <Distribution counts={counts} />,
          },
        ]}
        rows={result.questions}
        rowKey={({ number }) => String(number)}
      />
    </>
  )
}
