import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Register } from './register.ts';

beforeEach(() => void jest.useFakeTimers({ now: 0 }));
afterEach(() => void jest.useRealTimers());

/** A write from one time to another. */
function write(register: Register<string>, value: string, from: number, to: number): void {
  const begun = register.write(value, from);
  jest.setSystemTime(to);
  begun.applied();
}

const valuesOf = (register: Register<string>, from: number, to: number) => [...register.possible({ from, to })].sort();

describe('a register', () => {
  test('has the earlier or the later value while a write is under way', () => {
    const register = new Register('first');
    write(register, 'second', 10, 20);
    expect(valuesOf(register, 5, 10)).toEqual(['first', 'second']);
    expect(valuesOf(register, 20, 25)).toEqual(['first', 'second']);
    expect(valuesOf(register, 21, 25)).toEqual(['second']);
  });

  test('has for good the value of either write of two at the same time', () => {
    const register = new Register('first');
    write(register, 'second', 10, 30);
    write(register, 'third', 20, 40);
    expect(valuesOf(register, 100, 110)).toEqual(['second', 'third']);
    write(register, 'fourth', 120, 130);
    expect(valuesOf(register, 140, 150)).toEqual(['fourth']);
  });

  test('may have a write that has not ended, and never one that was refused', () => {
    const register = new Register('first');
    const begun = register.write('second', 10);
    expect(valuesOf(register, 100, 110)).toEqual(['first', 'second']);
    begun.refused();
    expect(valuesOf(register, 100, 110)).toEqual(['first']);
  });
});
