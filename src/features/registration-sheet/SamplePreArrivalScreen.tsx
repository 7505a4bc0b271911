import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import { BUS_STOPS, PRE_ARRIVAL_TRAVEL_MODES } from '#contract/travel'
import { SamplePage } from './samples/SamplePage.tsx'
import { useSample } from './samples/useSample.ts'

/**
 * Sample page: what to know before arrival (RPT-03). The only page with the four modes of transport
 * and the bus stops (D-43, D-44).
 */
export function SamplePreArrivalScreen() {
  const { words, said } = useSample()
  return (
    <SamplePage title={words.preArrival}>
      <Card flush title={words.window}>
        <Row label={words.days} value={said(sampleArrival.days)} />
        <Row label={words.hours} value={sampleArrival.hours} />
        <Row label={words.place} value={said(sampleArrival.place)} />
      </Card>
      <Card title={words.modes}>
        <p>{PRE_ARRIVAL_TRAVEL_MODES.map((mode) => words.modeNames[mode] ?? mode).join(' · ')}</p>
      </Card>
      <Card title={words.stops}>
        <p>{BUS_STOPS.map((stop) => words.stopNames[stop] ?? stop).join(' · ')}</p>
      </Card>
      <Card flush title={words.bring}>
        {sampleArrival.bring.map((thing) => (
          <Row key={thing.en} value={said(thing)} />
        ))}
      </Card>
    </SamplePage>
  )
}

/** Sample data of the pre-arrival page, in addition to the contract's modes and bus stops. */
const sampleArrival = {
  days: { zh: '8月12日 至 8月20日', en: '12 to 20 August' },
  hours: '8:00–18:00',
  place: { zh: '示例体育馆', en: 'Sample sports hall' },
  bring: [
    { zh: '录取通知书', en: 'Admission letter' },
    { zh: '身份证', en: 'ID card' },
    { zh: '一寸照片 4 张', en: 'Four one-inch photos' },
  ],
}
