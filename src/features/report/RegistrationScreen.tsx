import { useWords } from '#app/lib/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { PrintButton } from '#app/ui/PrintButton.tsx'
import { reportWords } from '#words/report'
import { FeeBill } from './FeeBill.tsx'
import { sampleFees } from './sample-fees.ts'
import { SamplePage } from './SamplePage.tsx'
import { SampleStudent } from './SampleStudent.tsx'
import { useSample } from './useSample.ts'

/** The fee bill of the registration, a sample (RPT-02). */
export function RegistrationScreen() {
  const { words, said } = useSample()
  const { print } = useWords(reportWords)
  const items = [sampleFees.tuition, sampleFees.lodging, sampleFees.bedding]
  return (
    <SamplePage title={words.registration}>
      <SampleStudent />
      <Card title={`${words.fees} · ${words.year(sampleFees.year)}`}>
        <FeeBill items={items.map(({ name, fen }) => ({ name: said(name), fen }))} />
      </Card>
      <PrintButton label={print} />
    </SamplePage>
  )
}
