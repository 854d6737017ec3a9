/** The filter by the result of the last attempt: a class is chosen, a status code typed. */
import Autosuggest from '@cloudscape-design/components/autosuggest';
import { useState } from 'react';
import { deliveryStandings } from '../../../client/delivery-classes.generated.ts';
import { classTitle } from '../../shared/delivery/class-texts.ts';
import { classes, type Result, resultOf } from './filters.ts';

interface ResultFieldProps {
  readonly result: Result | undefined;
  readonly onChange: (result: Result | undefined) => void;
}

const options = classes.map((value) => ({ value, label: classTitle(value), description: deliveryStandings[value] }));

/** It applies when it is chosen, or when the field loses the focus. Anything else than a class or a status code is taken back. */
export function ResultField({ result, onChange }: ResultFieldProps) {
  const shown = textOf(result);
  const [typed, setTyped] = useState(shown);
  const commit = (value: string) => {
    const chosen = resultOf(value.trim());
    if (value !== '' && chosen === undefined) setTyped(shown);
    else if (textOf(chosen) !== shown) onChange(chosen);
  };
  return (
    <Autosuggest
      value={typed}
      onChange={({ detail }) => {
        setTyped(detail.value);
        if (detail.value === '') commit('');
      }}
      onSelect={({ detail }) => commit(detail.value)}
      onBlur={() => typed !== shown && commit(typed)}
      options={options}
      enteredTextLabel={(value) => `Status code ${value}`}
      placeholder="Any, or a status code"
      ariaLabel="Result"
      clearAriaLabel="Any result"
      empty="Neither a result nor a status code"
      expandToViewport
    />
  );
}

const textOf = (result: Result | undefined): string => {
  if (result === undefined) return '';
  return 'class' in result ? classTitle(result.class) : `${result.statusCode}`;
};
