import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { describe, expect, test, vi } from 'vitest'
import { ChoiceField } from '#app/ui/ChoiceField.tsx'
import { ErrorSummary } from '#app/ui/ErrorSummary.tsx'
import { FormBody } from '#app/ui/FormBody.tsx'
import { FieldGroupProvider, InvalidFieldsProvider } from '#app/ui/invalid-fields.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { Swiper } from '#app/ui/Swiper.tsx'
import { NumberField, TextField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import { Toaster } from '#app/ui/Toaster.tsx'
import { formTexts } from '#i18n/form'
import { selectTexts } from '#i18n/translate'
import { withoutAct } from '#tests/support/screens/without-act.ts'

const router = createRouter({ routeTree: createRootRoute() })
/** Render inside the app's router, since a sheet adds an entry to the router's history. */
const inRouter = {
  wrapper: ({ children }: { children: ReactNode }) => (
    <RouterContextProvider router={router}>{children}</RouterContextProvider>
  ),
}

describe('messages', () => {
  test('a toast is announced and disappears after two seconds [XC-23 D-111]', () => {
    vi.useFakeTimers()
    render(<Toaster />)
    act(() => showToast('已保存'))
    expect(screen.getByRole('status').textContent).toBe('已保存')
    act(() => void vi.advanceTimersByTime(1999))
    expect(screen.getByRole('status').textContent).toBe('已保存')
    act(() => void vi.advanceTimersByTime(1))
    expect(screen.getByRole('status').textContent).toBe('')
    vi.useRealTimers()
  })

  test('the two seconds of a toast begin when it is rendered [XC-23 D-111]', () => {
    vi.useFakeTimers()
    showToast('没有权限')
    vi.advanceTimersByTime(5000)
    render(<Toaster />)
    expect(screen.getByRole('status').textContent).toBe('没有权限')
    act(() => void vi.advanceTimersByTime(1999))
    expect(screen.getByRole('status').textContent).toBe('没有权限')
    act(() => void vi.advanceTimersByTime(1))
    expect(screen.getByRole('status').textContent).toBe('')
    vi.useRealTimers()
  })

  test('the error summary lists each error once', () => {
    render(<ErrorSummary title="请检查" errors={['甲', '甲', '乙']} />)
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['甲', '乙'])
  })
})

describe('the error summary', () => {
  const members = (errors: readonly (string | undefined)[]) => (
    <form>
      <InvalidFieldsProvider>
        <ErrorSummary title="请检查" errors={['必填哦', '请选择', '整份有误']} />
        <TextField label="电话" error="必填哦" />
        <ChoiceField
          name="open"
          label="是否公开"
          answers={[
            { value: true, label: '公开' },
            { value: false, label: '不公开' },
          ]}
          value={null}
          error="请选择"
          onChange={() => {}}
          onBlur={() => {}}
          ref={null}
        />
        {errors.map((error, at) => (
          <FieldGroupProvider key={at} value={`家庭成员 ${at + 1}`}>
            <TextField label="姓名" error={error} />
          </FieldGroupProvider>
        ))}
      </InvalidFieldsProvider>
    </form>
  )
  const lines = () => screen.getAllByRole('listitem').map((item) => item.textContent)

  test('the error summary lists errors by field in the order of the page, names the group of ambiguous fields, and ends with errors without a field', () => {
    const { rerender } = render(members([undefined, undefined]))
    expect(lines()).toEqual(['电话 必填哦', '是否公开 请选择', '整份有误'])
    rerender(members(['必填哦', '必填哦']))
    expect(lines()).toEqual([
      '电话 必填哦',
      '是否公开 请选择',
      '家庭成员 1 姓名 必填哦',
      '家庭成员 2 姓名 必填哦',
      '整份有误',
    ])
    rerender(members([undefined, '必填哦']))
    expect(lines()).toEqual(['电话 必填哦', '是否公开 请选择', '姓名 必填哦', '整份有误'])
  })

  test('an error in the error summary links to its field and leaves the address unchanged', async () => {
    const user = userEvent.setup()
    render(members([undefined, '必填哦']))
    const address = location.href
    await user.click(screen.getByRole('link', { name: '电话 必填哦' }))
    expect(document.activeElement).toBe(screen.getByLabelText('电话'))
    await user.click(screen.getByRole('link', { name: '是否公开 请选择' }))
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: '公开' }))
    await user.click(screen.getByRole('link', { name: '姓名 必填哦' }))
    expect(document.activeElement).toBe(screen.getAllByLabelText('姓名')[1])
    expect(location.href).toBe(address)
  })
})

describe('form fields', () => {
  test('an error is associated with its field', () => {
    render(<TextField label="姓名" error="必填哦" hint="全名" />)
    const input = screen.getByLabelText('姓名')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    const described = input
      .getAttribute('aria-describedby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent)
    expect(described).toEqual(['全名', '必填哦'])
  })

  test('the Enter key moves to the next field and submits the form from the last field, as `enterkeyhint` says', async () => {
    const user = userEvent.setup()
    const send = vi.fn<() => void>()
    render(
      <FormBody
        texts={{ ...selectTexts(formTexts, 'zh'), needed: undefined }}
        errors={[]}
        busy={false}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <TextField label="姓名" />
        <SelectField label="关系" value="" options={[]} onChange={() => {}} />
        <TextField label="学号" readOnly value="1" />
        <TextField label="电话" />
      </FormBody>,
    )
    const [name, phone] = [screen.getByLabelText('姓名'), screen.getByLabelText('电话')]
    await user.click(name)
    expect(name.getAttribute('enterkeyhint')).toBe('next')
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(screen.getByLabelText('关系'))
    await user.click(phone)
    expect(phone.getAttribute('enterkeyhint')).toBe('send')
    expect(send).not.toHaveBeenCalled()
    // Enter ends the composition of a Chinese word in an IME and does not move.
    await user.click(name)
    fireEvent.keyDown(name, { key: 'Enter', isComposing: true })
    expect(document.activeElement).toBe(name)
    await user.click(phone)
    await user.keyboard('{Enter}')
    expect(send).toHaveBeenCalledOnce()
  })

  test('number fields open the numeric keypad', () => {
    render(<NumberField label="人数" />)
    expect(screen.getByLabelText('人数').getAttribute('inputmode')).toBe('numeric')
  })

  test('a select field’s option can be chosen in its sheet by keyboard', async () => {
    const user = userEvent.setup()
    const choose = vi.fn<(value: string) => void>()
    const options = [
      { value: 'a', label: '飞机' },
      { value: 'b', label: '火车' },
    ]
    render(
      <SelectField
        label="出行方式"
        value=""
        placeholder="请选择"
        options={options}
        onChange={choose}
      />,
      inRouter,
    )
    screen.getByLabelText('出行方式').focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: '出行方式' })).toBeDefined()
    screen.getByRole('radio', { name: '飞机' }).focus()
    await user.keyboard('{ArrowDown}{Enter}')
    expect(choose).toHaveBeenCalledWith('b')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('a select field shows a stored value that is not among its options', () => {
    render(<SelectField label="出行方式" value="轮船" options={[]} onChange={() => {}} />)
    expect(screen.getByLabelText('出行方式').textContent).toBe('轮船')
  })
})

describe('a sheet', () => {
  function Opened() {
    const [open, setOpen] = useState(true)
    return (
      <Sheet open={open} title="城市" onClose={() => setOpen(false)}>
        内容
      </Sheet>
    )
  }

  test('Escape closes a sheet', async () => {
    const user = userEvent.setup()
    render(<Opened />, inRouter)
    await screen.findByRole('dialog', { name: '城市' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('the browser’s Back button closes a sheet and stays on the page', async () => {
    history.replaceState({ page: 1 }, '')
    render(<Opened />, inRouter)
    await screen.findByRole('dialog', { name: '城市' })
    expect(history.state).toMatchObject({ page: 1, sheet: expect.any(String) })
    act(() => {
      history.replaceState({ page: 1 }, '')
      dispatchEvent(new PopStateEvent('popstate', { state: { page: 1 } }))
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('a sheet that opens while the browser still goes back from a closed sheet stays open', async () => {
    const user = userEvent.setup()
    history.replaceState({ page: 1 }, '')
    // The browser goes back later than this call.
    const back = vi.spyOn(history, 'back').mockImplementation(() => {})
    function TwoSheets() {
      const [open, setOpen] = useState<string>()
      const close = () => setOpen(undefined)
      return (
        <>
          <button type="button" onClick={() => setOpen('城市')}>
            选择城市
          </button>
          <button type="button" onClick={() => setOpen('方式')}>
            选择方式
          </button>
          {['城市', '方式'].map((title) => (
            <Sheet key={title} open={open === title} title={title} onClose={close}>
              {title}
            </Sheet>
          ))}
        </>
      )
    }
    render(<TwoSheets />, inRouter)
    await user.click(screen.getByRole('button', { name: '选择城市' }))
    await screen.findByRole('dialog', { name: '城市' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(back).toHaveBeenCalledOnce())
    await user.click(await screen.findByRole('button', { name: '选择方式' }))
    await screen.findByRole('dialog', { name: '方式' })
    await act(async () => {
      history.replaceState({ page: 1 }, '')
      dispatchEvent(new PopStateEvent('popstate', { state: { page: 1 } }))
    })
    expect(screen.getByRole('dialog', { name: '方式' })).toBeDefined()
    expect(history.state).toMatchObject({ page: 1, sheet: expect.any(String) })
    back.mockRestore()
  })
})

describe('slides', () => {
  const slide = (index: number) => <p>第{index}页</p>

  test('slides change after three seconds or by a swipe of more than 50 pixels, with a transition of 300 ms [TTB-10 D-115]', () => {
    vi.useFakeTimers()
    const change = vi.fn<(index: number) => void>()
    render(
      <Swiper index={0} count={3} onIndex={change}>
        {slide}
      </Swiper>,
    )
    act(() => void vi.advanceTimersByTime(2999))
    expect(change).not.toHaveBeenCalled()
    act(() => void vi.advanceTimersByTime(1))
    expect(change.mock.calls).toEqual([[1]])
    change.mockClear()
    const shown = screen.getByText('第0页').parentElement
    expect(shown?.style.transitionDuration).toBe('300ms')
    const swipe = (by: number) => {
      const pointer = { isPrimary: true, button: 0, pointerId: 1, clientY: 300, bubbles: true }
      for (const [type, clientX] of [
        ['pointerdown', 200],
        ['pointermove', 200 + by],
        ['pointerup', 200 + by],
      ] as const)
        fireEvent(screen.getByText('第0页'), new PointerEvent(type, { ...pointer, clientX }))
    }
    swipe(-50)
    expect(change).not.toHaveBeenCalled()
    swipe(-51)
    expect(change.mock.calls).toEqual([[1]])
    vi.useRealTimers()
  })

  test('slides change automatically every three seconds, unless their interval is 0 [D-115]', () => {
    vi.useFakeTimers()
    const change = vi.fn<(index: number) => void>()
    const { rerender } = render(
      <Swiper index={0} count={3} onIndex={change}>
        {slide}
      </Swiper>,
    )
    act(() => void vi.advanceTimersByTime(3000))
    expect(change).toHaveBeenCalledWith(1)
    change.mockClear()
    rerender(
      <Swiper index={0} count={3} interval={0} onIndex={change}>
        {slide}
      </Swiper>,
    )
    act(() => void vi.advanceTimersByTime(10_000))
    expect(change).not.toHaveBeenCalled()
    vi.useRealTimers()
  })
})

test('a sheet is rendered after the answer to the tap that opens it, and closes at once', async () => {
  await Sheet.load()
  function Opener() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          更多
        </button>
        <Sheet open={open} title="单子" onClose={() => setOpen(false)}>
          内容
        </Sheet>
      </>
    )
  }
  render(<Opener />, inRouter)
  const opener = screen.getByText('更多')
  await withoutAct(async () => {
    opener.click()
    flushSync(() => {})
    expect(opener.getAttribute('aria-expanded')).toBe('true')
    expect(screen.queryByText('内容')).toBeNull()
    await vi.waitFor(() => expect(screen.queryByText('内容')).not.toBeNull())
    opener.click()
    flushSync(() => {})
    expect(screen.queryByText('内容')).toBeNull()
  })
})
