//! From a template to its automaton, operator by operator: the table of RFC 6570 appendix A, read backwards.

use alloc::vec;
use alloc::vec::Vec;

use super::automaton::{Action, Automaton, Place};
use super::error::MatcherError;
use super::limits::{LIMIT, WAYS};
use super::symbol::{Class, Symbol, symbol};
use crate::operator::{Operator, Rules};
use crate::template::{Expression, Modifier, Part, Template, Variable};

/// A part of an automaton that has been built: where it begins and ends, and whether it may be left out.
#[derive(Clone, Default)]
pub(crate) struct Fragment {
    pub(crate) first: Vec<usize>,
    pub(crate) last: Vec<usize>,
    pub(crate) nullable: bool,
}

impl Fragment {
    pub(crate) fn empty() -> Self {
        Self { nullable: true, ..Self::default() }
    }
}

pub(crate) struct Builder {
    pub(crate) automaton: Automaton,
    ways: usize,
    variable: usize,
    /// Whether the automaton may have any size.
    unlimited: bool,
}

/// A name that is compared with the names of pairs must be what an expansion writes for such a name.
fn check_name(name: &str) -> Result<(), MatcherError> {
    let mut at = 0;
    while let Some((symbol, end)) = symbol(name.as_bytes(), at) {
        if !Class::Simple.has(symbol) {
            return Err(MatcherError::Escape { escape: name[at..end].into() });
        }
        at = end;
    }
    Ok(())
}

pub(crate) fn build(template: &Template) -> Result<Automaton, MatcherError> {
    let mut builder = Builder::new(false);
    let mut whole = Fragment::empty();
    for part in &template.parts {
        let next = match part {
            Part::Literal(text) => builder.literal(text)?,
            Part::Expression(expression) => builder.expression(expression)?,
        };
        whole = builder.then(whole, next)?;
    }
    Ok(builder.finish(whole))
}

impl Builder {
    pub(crate) fn new(unlimited: bool) -> Self {
        Self { automaton: Automaton::default(), ways: 0, variable: 0, unlimited }
    }

    fn finish(self, whole: Fragment) -> Automaton {
        let mut automaton = self.automaton;
        automaton.last = vec![false; automaton.places.len()];
        for place in whole.last {
            automaton.last[place] = true;
        }
        (automaton.first, automaton.nullable) = (whole.first, whole.nullable);
        automaton.first.sort_unstable();
        automaton.first.dedup();
        // A variable takes the least: what comes after it is preferred to more of it.
        for (place, follow) in automaton.follow.iter_mut().enumerate() {
            let own = |next: &usize| {
                let (this, next) = (automaton.places[place], automaton.places[*next]);
                let literal = [this, next].iter().any(|place| place.action == Action::Literal);
                !literal && next.variable == this.variable
            };
            follow.sort_unstable_by_key(|next| (own(next), *next));
            follow.dedup();
        }
        automaton.find_ways();
        automaton
    }

    fn place(&mut self, class: Class, action: Action) -> Result<usize, MatcherError> {
        let variable = self.variable;
        self.automaton.places.push(Place { class, variable, action });
        self.automaton.follow.push(Vec::new());
        if self.automaton.places.len() > LIMIT && !self.unlimited {
            return Err(MatcherError::TooLarge);
        }
        Ok(self.automaton.places.len() - 1)
    }

    fn byte(&mut self, byte: u8, action: Action) -> Result<usize, MatcherError> {
        self.place(Class::Exact(Symbol::Raw(byte)), action)
    }

    fn ways(&mut self, from: &[usize], to: &[usize]) -> Result<(), MatcherError> {
        self.ways += from.len() * to.len();
        if self.ways > WAYS && !self.unlimited {
            return Err(MatcherError::TooLarge);
        }
        from.iter().for_each(|&from| self.automaton.follow[from].extend(to));
        Ok(())
    }

    /// One after the other.
    pub(crate) fn then(&mut self, mut one: Fragment, mut two: Fragment) -> Result<Fragment, MatcherError> {
        self.ways(&one.last, &two.first)?;
        if one.nullable {
            self.ways += two.first.len();
            one.first.extend(&two.first);
        }
        if two.nullable {
            two.last.append(&mut one.last);
        }
        Ok(Fragment { first: one.first, last: two.last, nullable: one.nullable && two.nullable })
    }

    pub(crate) fn literal(&mut self, text: &str) -> Result<Fragment, MatcherError> {
        self.text(text, Action::Literal)
    }

    /// A text as it is.
    fn text(&mut self, text: &str, action: Action) -> Result<Fragment, MatcherError> {
        let mut whole = Fragment::empty();
        let mut at = 0;
        while let Some((symbol, end)) = symbol(text.as_bytes(), at) {
            if symbol.is_cut() {
                return Err(MatcherError::Escape { escape: text[at..end].into() });
            }
            let place = self.place(Class::Exact(symbol), action)?;
            let next = Fragment { first: vec![place], last: vec![place], nullable: false };
            whole = self.then(whole, next)?;
            at = end;
        }
        Ok(whole)
    }

    pub(crate) fn expression(&mut self, expression: &Expression) -> Result<Fragment, MatcherError> {
        let rules = expression.operator.rules();
        let mut whole = Fragment::empty();
        for (index, variable) in expression.variables.iter().enumerate() {
            let body = self.variable(expression.operator, &rules, variable)?;
            // The variable is first, or after another one.
            let mut leads = Vec::new();
            match rules.first.as_bytes() {
                &[first] => {
                    leads.push(self.byte(first, Action::Begin)?);
                    whole.first.extend(&leads);
                }
                _ => whole.first.extend(&body.first),
            }
            if index > 0 {
                let separator = self.byte(rules.separator, Action::BeginNext)?;
                leads.push(separator);
                self.ways(&whole.last, &[separator])?;
                if rules.first.is_empty() {
                    // The first variable is the empty text.
                    whole.first.push(separator);
                }
            }
            self.ways(&leads, &body.first)?;
            whole.last.extend(&body.last);
            if body.nullable {
                whole.last.extend(&leads);
            }
            self.variable += 1;
        }
        Ok(whole)
    }

    /// The name and the value of a variable, without what is before it.
    fn variable(&mut self, operator: Operator, rules: &Rules, variable: &Variable) -> Result<Fragment, MatcherError> {
        let explode = variable.modifier == Modifier::Explode;
        if explode && !rules.reserved {
            // The name is one of the names of pairs, so it must be like them.
            return if rules.named {
                check_name(&variable.name)?;
                self.pairs(Class::Simple, rules.separator, rules.if_empty == "=")
            } else {
                self.items_or_pairs(operator, rules.separator)
            };
        }
        let value = match variable.modifier {
            Modifier::Prefix(length) => self.prefix(length, rules.reserved)?,
            _ if rules.reserved => self.repeat(Class::Any)?,
            _ => self.items(Class::Simple, b',')?,
        };
        if !rules.named {
            return Ok(value);
        }
        let name = self.text(&variable.name, Action::Begin)?;
        let equals = self.byte(b'=', Action::Begin)?;
        let equals = Fragment { first: vec![equals], last: vec![equals], nullable: false };
        let mut value = value;
        if rules.if_empty == "=" {
            let value = self.then(equals, value)?;
            return self.then(name, value);
        }
        value.nullable = false;
        let mut value = self.then(equals, value)?;
        value.nullable = true;
        self.then(name, value)
    }

    fn repeat(&mut self, class: Class) -> Result<Fragment, MatcherError> {
        let content = self.place(class, Action::Content)?;
        self.ways(&[content], &[content])?;
        Ok(Fragment { first: vec![content], last: vec![content], nullable: true })
    }

    fn items(&mut self, class: Class, separator: u8) -> Result<Fragment, MatcherError> {
        let content = self.place(class, Action::Content)?;
        let separator = self.byte(separator, Action::Separator)?;
        let both = vec![content, separator];
        self.ways(&both, &both)?;
        Ok(Fragment { first: both.clone(), last: both, nullable: true })
    }

    /// `name=value` once or more. With `always` there is a `=` before an empty value.
    fn pairs(&mut self, class: Class, separator: u8, always: bool) -> Result<Fragment, MatcherError> {
        let name = self.place(class, Action::Content)?;
        let equals = self.byte(b'=', Action::Equals)?;
        let value = self.place(class, Action::Content)?;
        let separator = self.byte(separator, Action::Separator)?;
        let mut begin = vec![name, equals];
        if always {
            self.ways(&[equals, value], &[value, separator])?;
        } else {
            begin.push(separator);
            self.ways(&[equals], &[value])?;
            self.ways(&[value], &[value, separator])?;
        }
        self.ways(&[name, separator], &begin)?;
        let last = if always { vec![equals, value] } else { vec![name, value, separator] };
        Ok(Fragment { first: begin, last, nullable: !always })
    }

    /// The items of a list, or pairs: never some of both.
    fn items_or_pairs(&mut self, operator: Operator, separator: u8) -> Result<Fragment, MatcherError> {
        let class = if operator == Operator::Label { Class::Label } else { Class::Simple };
        let mut items = self.items(class, separator)?;
        let pairs = self.pairs(class, separator, true)?;
        items.first.extend(pairs.first);
        items.last.extend(pairs.last);
        Ok(items)
    }

    /// At most that many characters.
    fn prefix(&mut self, length: u16, reserved: bool) -> Result<Fragment, MatcherError> {
        let class = if reserved { Class::Any } else { Class::Simple };
        let mut places = Vec::new();
        for _ in 0..length {
            places.push(self.place(class, Action::Content)?);
        }
        places.windows(2).try_for_each(|two| self.ways(&two[..1], &two[1..]))?;
        let first = places.first().copied().into_iter().collect();
        Ok(Fragment { first, last: places, nullable: true })
    }
}
