// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { type Tab, Tabs } from './Tabs.tsx'

const tabs = ['One', 'Two', 'Three'].map((label) => ({
  value: label.toLowerCase(),
  label,
  content: <p>Content of {label}</p>,
}))

function Example() {
  const [value, setValue] = useState('one')
  return <Tabs label="Numbers" value={value} onChange={setValue} tabs={tabs} />
}

const tab = (name: string) => screen.getByRole('tab', { name })

test('arrow keys, Home and End select a tab and move the focus to it', async () => {
  render(<Example />)
  await userEvent.tab()
  for (const [key, name] of [
    ['{ArrowRight}', 'Two'],
    ['{End}', 'Three'],
    ['{ArrowRight}', 'One'],
    ['{ArrowLeft}', 'Three'],
    ['{Home}', 'One'],
  ] as const) {
    await userEvent.keyboard(key)
    expect(document.activeElement).toBe(tab(name))
    expect(tab(name).getAttribute('aria-selected')).toBe('true')
    expect(screen.getByText(`Content of ${name}`)).toBeDefined()
  }
})

test('only the selected tab is a tab stop, followed by its panel', async () => {
  render(<Example />)
  await userEvent.click(tab('Two'))
  expect(['One', 'Two', 'Three'].map((name) => tab(name).tabIndex)).toEqual([-1, 0, -1])
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('tabpanel', { name: 'Two' }))
})

test('the tabs are invisible until each count is known, because a count moves the tabs after it', () => {
  const withCount = (count: Tab['count']) => tabs.map((one) => ({ ...one, count }))
  const all = (count: Tab['count']) => (
    <Tabs label="Numbers" value="one" onChange={() => {}} tabs={withCount(count)} />
  )
  const { rerender } = render(all('loading'))
  const list = screen.getByRole('tablist')
  expect(list.className).toContain('opacity-0')
  rerender(all(undefined))
  expect(list.className).not.toContain('opacity-0')
})

test('the count of a tab is its description: its name and text are the label alone', () => {
  const [first, ...others] = tabs
  const counted = [{ ...first, label: 'One', value: 'one', content: '', count: 12_345 }, ...others]
  render(<Tabs label="Numbers" value="one" onChange={() => {}} tabs={counted} />)
  expect(tab('One').getAttribute('aria-description')).toBe('12,345')
  expect(tab('One').textContent).toBe('One')
})
