import { Link } from '@tanstack/react-router'
import { OfficePage, Table } from '#app/features/office/face.ts'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { useLiveRead } from '#app/lib/live-read.ts'
import { Card } from '#app/ui/Card.tsx'
import { useNamed } from '#app/ui/named.ts'
import { Quiet } from '#app/ui/Quiet.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { Row } from '#app/ui/Row.tsx'
import { evaluationresults, type ResultWay, type WholeResult } from '#contract/evaluationresults'
import { evaluationresultsWords } from '#words/evaluationresults'
import { termName } from '#words/terms'
import { Distribution } from './Distribution.tsx'
import { Figures } from './Figures.tsx'

/** One result: what it is about, the mean, and each question with how it was answered. */
export function OneScreen({ period, by, id }: { period: string; by: ResultWay; id: string }) {
  const words = useWords(evaluationresultsWords)
  const language = useLanguage()
  const live = useLiveRead({
    name: 'evaluation-result',
    entry: evaluationresults.find,
    input: { period, by, id },
  })
  const { result, period: found, least } = live.data ?? {}
  return (
    <OfficePage
      title={(result?.course || result?.teacher) ?? words.title}
      actions={
        <Link to="/manage/$" params={{ _splat: `evaluation/${period}/${by}` }}>
          {words.back}
        </Link>
      }
      narrow
    >
      {result === undefined || found === undefined || least === undefined ? (
        <Reading
          kept={live}
          failed={words.failed}
          retryLabel={words.retry}
          loadingLabel={words.loading}
        />
      ) : (
        <>
          <Card flush>
            <Row label={words.term} value={termName(found.term, language)} />
            {result.className !== '' && <Row label={words.className} value={result.className} />}
            <Row label={words.teacher} value={`${result.teacher} ${result.teacherNumber}`} />
          </Card>
          <Numbers result={result} least={least} />
        </>
      )}
    </OfficePage>
  )
}

function Numbers({ result, least }: { result: WholeResult; least: number }) {
  const words = useWords(evaluationresultsWords)
  const named = useNamed()
  const hidden = result.courses - result.counted
  if (!result.enough) return <Quiet>{words.tooFewText(least)}</Quiet>
  return (
    <>
      <Card>
        <Figures result={result} />
      </Card>
      {hidden > 0 && <Quiet>{words.someTooFew(hidden)}</Quiet>}
      <Table
        caption={words.questions}
        columns={[
          {
            key: 'question',
            title: words.question,
            cell: ({ number, content }) => words.numbered(number, named(content)),
          },
          { key: 'mean', title: words.mean, cell: ({ mean }) => mean, figures: true },
          {
            key: 'counts',
            title: words.distribution,
            cell: ({ counts }) => <Distribution counts={counts} />,
          },
        ]}
        rows={result.questions}
        rowKey={({ number }) => String(number)}
      />
    </>
  )
}
