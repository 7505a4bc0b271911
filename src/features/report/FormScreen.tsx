import { useWords } from '#app/lib/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { PrintButton } from '#app/ui/PrintButton.tsx'
import { reportWords } from '#words/report'
import { FeeBill } from './FeeBill.tsx'
import { sampleFees } from './sample-fees.ts'
import { SamplePage } from './SamplePage.tsx'
import { SampleStudent } from './SampleStudent.tsx'
import { useSample } from './useSample.ts'

/** The form that is generated for the registration, a static sample with bedding and tuition (RPT-06, NOT-10). */
export function FormScreen() {
  const { words, said } = useSample()
  const { print } = useWords(reportWords)
  const items = [sampleFees.bedding, sampleFees.tuition]
  return (
    <SamplePage title={words.form}>
      <SampleStudent />
      <Card title={words.fees}>
        <FeeBill items={items.map(({ name, fen }) => ({ name: said(name), fen }))} />
      </Card>
      <PrintButton label={print} />
    </SamplePage>
  )
}
